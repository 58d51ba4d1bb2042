// The first warp reads the cells before the other warps have written them.
// variants: warp
#define warp right_warp
#include "solution.hip"
#undef warp

__global__ void warp(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  __shared__ float sums[TPB / 32];
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  const unsigned lane = threadIdx.x % warp_size(), own = threadIdx.x / warp_size();
  float sum = warp_sum((i < size ? a[i] : 0) + (i + TPB < size ? a[i + TPB] : 0));
  if (lane == 0) sums[own] = sum;
  if (own != 0) return;
  sum = warp_sum(lane < TPB / warp_size() ? sums[lane] : 0);
  if (lane == 0) atomic_add(&output[0], sum);
}
