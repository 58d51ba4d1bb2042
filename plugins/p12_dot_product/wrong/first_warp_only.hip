// Only the first warp's sum is added, and the sums of the block's other warps are left out.
// variants: warp
#define warp_dot_product right_warp_dot_product
#include "solution.hip"
#undef warp_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = 0;
  for (unsigned i = global_i; i < size; i += threads) sum += a[i] * b[i];
  sum = sum_of_warp(sum);
  if (threadIdx.x == 0) atomic_add(&output[0], sum);
}
