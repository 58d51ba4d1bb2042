// Counts back from the last thread instead of the last element.
// variants: kernel3
#define kernel3 right_kernel3
#include "solution.hip"
#undef kernel3

__global__ void kernel3(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    const unsigned i = gridDim.x * blockDim.x - 1 - global_i;
    output[i] = a[i] + b[i];
  }
}
