// Writes only sums other than 0, as if the output were 0 before.
// variants: kernel2
#define kernel2 right_kernel2
#include "solution.hip"
#undef kernel2

__global__ void kernel2(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    const float sum = a[global_i] + b[global_i];
    if (sum != 0) output[global_i] = sum;
  }
}
