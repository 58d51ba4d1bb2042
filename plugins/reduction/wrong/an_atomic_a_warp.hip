// Every warp adds its sum to the output: the answer is right, with eight atomics a block.
// variants: warp
#define warp right_warp
#include "solution.hip"
#undef warp

__global__ void warp(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  const float sum = hippuzzle::warp_sum((i < size ? a[i] : 0) + (i + TPB < size ? a[i + TPB] : 0));
  if (threadIdx.x % hippuzzle::warp_size() == 0) hippuzzle::atomic_add(&output[0], sum);
}
