// Rows are taken to be as long as the grid is wide, not as long as the matrix.
// variants: raw, layout-tensor

__global__ void raw_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned width = gridDim.x * blockDim.x;
  if (row < size && col < size) output[row * width + col] = a[row * width + col] + 10;
}

__global__ void layout_tensor_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, gridDim.x * blockDim.x));
  const LayoutTensor a_tensor(a, row_major(size, gridDim.x * blockDim.x));
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}
