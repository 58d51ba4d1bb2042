// p07, the reference kernels. output, a: size x size, row-major, in as many blocks as that takes.

// x counts columns and y rows, within a block and from block to block.
__global__ void raw_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size && col < size) output[row * size + col] = a[row * size + col] + 10;
}

// The tensors know how many elements a row has; the guard is the kernel's still.
__global__ void layout_tensor_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}
