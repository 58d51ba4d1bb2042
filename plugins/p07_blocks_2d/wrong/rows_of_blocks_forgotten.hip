// Only the columns count from block to block: the rows below the first block are never written.
// variants: raw, layout-tensor

__global__ void raw_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size && col < size) output[row * size + col] = a[row * size + col] + 10;
}

__global__ void layout_tensor_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}
