// The stride is the number of threads of a block, so blocks repeat each other's work.
// variants: kernel2
#define kernel2 right_kernel2
#include "solution.hip"
#undef kernel2

__global__ void kernel2(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  for (unsigned i = global_i; i < size; i += blockDim.x) output[i] = a[i] + b[i];
}
