// The first step is the width of a warp, where a lane gets its own value a second time.
// variants: kernel
#define warp_dot_product right_warp_dot_product
#include "solution.hip"
#undef warp_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = global_i < size ? a[global_i] * b[global_i] : 0;
  for (unsigned delta = warp_size(); delta > 0; delta /= 2) sum += shfl_down(sum, delta);
  if (lane() == 0) output[blockIdx.x] = sum;
}
