// Warps are counted by 32 threads; with 64 lanes every second cell is never written.
// variants: block-sum-dot-product
#define block_sum_dot_product right_block_sum_dot_product
#include "solution.hip"
#undef block_sum_dot_product

__global__ void block_sum_dot_product(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB / 32];
  const unsigned local_i = threadIdx.x;

  const float sum = warp_sum(local_i < size ? a[local_i] * b[local_i] : 0.0f);
  if (lane() == 0) cells[local_i / 32] = sum;
  __syncthreads();

  if (local_i != 0) return;
  float total = 0;
  for (unsigned warp = 0; warp < TPB / 32; ++warp) total += cells[warp];
  output[0] = total;
}
