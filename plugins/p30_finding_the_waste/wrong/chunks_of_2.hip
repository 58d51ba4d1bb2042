// Smaller chunks, which still scatter the accesses of a warp: twice the sectors.
// variants: kernel4
#define kernel4 right_kernel4
#include "solution.hip"
#undef kernel4

__global__ void kernel4(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  for (unsigned i = 2 * global_i; i < 2 * global_i + 2 && i < size; ++i) output[i] = a[i] + b[i];
}
