// Every lane writes its sum to the warp's element, and only one of them should.
// variants: kernel, functional
#define warp_dot_product right_warp_dot_product
#define functional_dot_product right_functional_dot_product
#include "solution.hip"
#undef warp_dot_product
#undef functional_dot_product

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = global_i < size ? a[global_i] * b[global_i] : 0;
  for (unsigned delta = warp_size() / 2; delta > 0; delta /= 2) sum += shfl_down(sum, delta);
  output[blockIdx.x] = sum;
}

__global__ void functional_dot_product(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  output[blockIdx.x] = warp_sum(global_i < size ? a[global_i] * b[global_i] : 0.0f);
}
