// The values move up, so the last lane has the sum and lane 0 has not.
// variants: kernel
#define warp_dot_product right_warp_dot_product
#include "solution.hip"
#undef warp_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = global_i < size ? a[global_i] * b[global_i] : 0;
  for (unsigned delta = warp_size() / 2; delta > 0; delta /= 2) sum += shfl_up(sum, delta);
  if (lane() == 0) output[blockIdx.x] = sum;
}
