// Warps are taken to have 64 lanes; with 32, a shuffle by 32 returns the lane's own value.
// variants: warp
#define warp_dot_product right_warp_dot_product
#include "solution.hip"
#undef warp_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  __shared__ float warp_sums[WARP_TPB / 32];
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = 64;
  const unsigned lane = threadIdx.x % lanes;
  const unsigned warp = threadIdx.x / lanes;

  float sum = 0;
  for (unsigned i = global_i; i < size; i += threads) sum += a[i] * b[i];
  for (unsigned delta = lanes / 2; delta > 0; delta /= 2) sum += shfl_down(sum, delta);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp != 0) return;
  sum = sum_of_warp(lane < WARP_TPB / lanes ? warp_sums[lane] : 0);
  if (lane == 0) atomic_add(&output[0], sum);
}
