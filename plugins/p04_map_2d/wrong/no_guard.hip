// The guard is missing: threads beyond the matrix write past its end or into its next row.
// variants: raw, layout-tensor

__global__ void raw_add_10_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  output[row * size + col] = a[row * size + col] + 10;
}

__global__ void layout_tensor_add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  output_tensor(row, col) = a_tensor(row, col) + 10;
}
