// p15, the reference kernel. output: rows x 1; a: rows x columns, columns <= TPB, row-major.

// Block y adds up row y in a tree: each step adds the upper half of the elements to the lower.
__global__ void axis_sum(float* output, const float* a, unsigned rows, unsigned columns) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(rows, Int<1>{}));
  const LayoutTensor a_tensor(a, row_major(rows, columns));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned local_i = threadIdx.x;
  const unsigned row = blockIdx.y;

  // Zeros add nothing, so the tree below needs no guard.
  shared(local_i) = local_i < columns ? a_tensor(row, local_i) : 0;
  __syncthreads();

  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared(local_i) += shared(local_i + stride);
    __syncthreads();  // other threads wrote the cells that the next step reads
  }
  if (local_i == 0) output_tensor(row, 0) = shared(0);
}
