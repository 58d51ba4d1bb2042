// Adds to the output without clearing it first.
// variants: kernel5
#define kernel5 right_kernel5
#include "solution.hip"
#undef kernel5

__global__ void kernel5(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    output[global_i] += a[global_i];
    output[global_i] += b[global_i];
  }
}
