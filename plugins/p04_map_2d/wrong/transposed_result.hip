// Rows and columns are swapped in the write: the output is the transpose of a + 10.
// variants: raw, layout-tensor

__global__ void raw_add_10_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output[col * size + row] = a[row * size + col] + 10;
}

__global__ void layout_tensor_add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output_tensor(col, row) = a_tensor(row, col) + 10;
}
