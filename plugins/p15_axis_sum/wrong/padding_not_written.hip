// Cells beyond the row's end are not set to zero, so the tree adds up whatever they held.

__global__ void axis_sum(float* output, const float* a, unsigned rows, unsigned columns) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(rows, Int<1>{}));
  const LayoutTensor a_tensor(a, row_major(rows, columns));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned local_i = threadIdx.x;
  const unsigned row = blockIdx.y;

  if (local_i < columns) shared(local_i) = a_tensor(row, local_i);
  __syncthreads();

  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared(local_i) += shared(local_i + stride);
    __syncthreads();
  }
  if (local_i == 0) output_tensor(row, 0) = shared(0);
}
