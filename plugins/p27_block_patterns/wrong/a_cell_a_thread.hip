// The sum is right, and every thread takes a cell of shared memory.
// variants: block-sum-dot-product
#define block_sum_dot_product right_block_sum_dot_product
#include "solution.hip"
#undef block_sum_dot_product

__global__ void block_sum_dot_product(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB];
  const unsigned local_i = threadIdx.x;
  cells[local_i] = local_i < size ? a[local_i] * b[local_i] : 0;
  __syncthreads();

  if (local_i != 0) return;
  float total = 0;
  for (unsigned i = 0; i < TPB; ++i) total += cells[i];
  output[0] = total;
}
