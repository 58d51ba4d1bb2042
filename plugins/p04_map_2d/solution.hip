// p04, the reference kernels. output, a: size x size, row-major. One block, larger than that.

// x counts columns and y rows, so that neighbouring threads touch neighbouring elements.
__global__ void raw_add_10_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output[row * size + col] = a[row * size + col] + 10;
}

// The tensors know how many elements a row has; the guard is the kernel's still.
__global__ void layout_tensor_add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}
