// Neighbours for neighbours, by as many threads as there were chunks: the rest is not written.
// variants: kernel4
#define kernel4 right_kernel4
#include "solution.hip"
#undef kernel4

__global__ void kernel4(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < (size + 7) / 8) output[global_i] = a[global_i] + b[global_i];
}
