// p05, the reference kernels. output: size x size, row-major; a: a row, b: a column of size
// elements. One block, larger than the output.

// Every row of the output reads all of a, every column all of b.
__global__ void raw_broadcast_add(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output[row * size + col] = a[col] + b[row];
}

// The shapes say which index an input lacks: a has one row, b one column.
__global__ void layout_tensor_broadcast_add(float* output, const float* a, const float* b,
                                            unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(1, size));
  const LayoutTensor b_tensor(b, row_major(size, 1));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (row < size && col < size) output_tensor(row, col) = a_tensor(0, col) + b_tensor(row, 0);
}
