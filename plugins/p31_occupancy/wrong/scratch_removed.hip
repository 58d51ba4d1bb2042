// The product stays in a register: no scratch, and so not this variant.
// variants: sophisticated
#define sophisticated_saxpy right_sophisticated_saxpy
#include "solution.hip"
#undef sophisticated_saxpy

__global__ void sophisticated_saxpy(float* output, const float* x, const float* y, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = 2.5f * x[global_i] + y[global_i];
}
