// The sum is right, and the products go through shared memory and past a barrier first.
// variants: kernel, functional
#define warp_dot_product right_warp_dot_product
#define functional_dot_product right_functional_dot_product
#include "solution.hip"
#undef warp_dot_product
#undef functional_dot_product

__device__ float through_a_cell(float value) {
  __shared__ float shared[64];
  shared[threadIdx.x] = value;
  __syncthreads();
  return shared[threadIdx.x];
}

__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = through_a_cell(global_i < size ? a[global_i] * b[global_i] : 0.0f);
  for (unsigned delta = warp_size() / 2; delta > 0; delta /= 2) sum += shfl_down(sum, delta);
  if (lane() == 0) output[blockIdx.x] = sum;
}

__global__ void functional_dot_product(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  const float own = through_a_cell(global_i < size ? a[global_i] * b[global_i] : 0.0f);
  const float sum = warp_sum(own);
  if (lane() == 0) output[blockIdx.x] = sum;
}
