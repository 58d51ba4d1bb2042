// Other blocks, and the scratch still takes 48 KiB: gfx90a holds a single one.
// variants: sophisticated
#define sophisticated_saxpy right_sophisticated_saxpy
#define sophisticated_blocks right_sophisticated_blocks
#include "solution.hip"
#undef sophisticated_saxpy
#undef sophisticated_blocks

__global__ void sophisticated_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[12 * 1024];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}

inline Blocks sophisticated_blocks(unsigned size) { return {(size + 511) / 512, 512}; }
