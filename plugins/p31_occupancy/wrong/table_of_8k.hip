// Half of the table: 256 threads fill every multiprocessor, and the block lacks 8 KiB.
// variants: balanced
#define balanced_saxpy right_balanced_saxpy
#define balanced_blocks right_balanced_blocks
#include "solution.hip"
#undef balanced_saxpy
#undef balanced_blocks

__global__ void balanced_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[2 * 1024];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}

inline Blocks balanced_blocks(unsigned size) { return {(size + 255) / 256, 256}; }
