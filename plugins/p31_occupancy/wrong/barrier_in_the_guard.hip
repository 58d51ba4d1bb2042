// A barrier inside the guard: threads without an element never reach it.
// variants: sophisticated
#define sophisticated_saxpy right_sophisticated_saxpy
#include "solution.hip"
#undef sophisticated_saxpy

__global__ void sophisticated_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[256];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    __syncthreads();
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}
