// Only the columns are guarded: the threads of the extra row write past the end of the output.
// variants: raw, layout-tensor

__global__ void raw_add_10_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (col < size) output[row * size + col] = a[row * size + col] + 10;
}

__global__ void layout_tensor_add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  if (col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}
