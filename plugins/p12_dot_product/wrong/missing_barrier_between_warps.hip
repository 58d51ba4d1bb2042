// The barrier is missing, so the first warp reads sums that other warps have not written.
// variants: warp
#define warp_dot_product right_warp_dot_product
#include "solution.hip"
#undef warp_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  __shared__ float warp_sums[WARP_TPB / 32];
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = warp_size();
  const unsigned lane = threadIdx.x % lanes;
  const unsigned warp = threadIdx.x / lanes;

  float sum = 0;
  for (unsigned i = global_i; i < size; i += threads) sum += a[i] * b[i];
  sum = sum_of_warp(sum);
  if (lane == 0) warp_sums[warp] = sum;

  if (warp != 0) return;
  sum = sum_of_warp(lane < WARP_TPB / lanes ? warp_sums[lane] : 0);
  if (lane == 0) atomic_add(&output[0], sum);
}
