// Rows are taken to be as long as the block is wide, blockDim.x, not as long as the matrix.
// variants: raw, layout-tensor

__global__ void raw_add_10_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output[row * blockDim.x + col] = a[row * blockDim.x + col] + 10;
}

__global__ void layout_tensor_add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, blockDim.x));
  const LayoutTensor a_tensor(a, row_major(size, blockDim.x));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}
