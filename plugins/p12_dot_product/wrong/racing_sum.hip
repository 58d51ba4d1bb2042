// All threads add to output[0] at once, and additions that meet overwrite each other.
// variants: raw
#define raw_dot_product right_raw_dot_product
#include "solution.hip"
#undef raw_dot_product

__global__ void raw_dot_product(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  if (global_i == 0) output[0] = 0;
  __syncthreads();
  if (global_i < size) output[0] += a[global_i] * b[global_i];
}
