// Both inputs are read with the column: b is laid along the rows too, not down the columns.
// variants: raw, layout-tensor

__global__ void raw_broadcast_add(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output[row * size + col] = a[col] + b[col];
}

__global__ void layout_tensor_broadcast_add(float* output, const float* a, const float* b,
                                            unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(1, size));
  const LayoutTensor b_tensor(b, row_major(size, 1));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(0, col) + b_tensor(col, 0);
}
