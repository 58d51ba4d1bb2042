// The shuffles stand in the guard, so lanes read from lanes that do not take part.
// variants: kernel
#define warp_dot_product right_warp_dot_product
#include "solution.hip"
#undef warp_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  if (global_i < size) {
    float sum = a[global_i] * b[global_i];
    for (unsigned delta = warp_size() / 2; delta > 0; delta /= 2) sum += shfl_down(sum, delta);
    if (lane() == 0) output[blockIdx.x] = sum;
  }
}
