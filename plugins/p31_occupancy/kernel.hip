// p31: occupancy. The three kernels are right. Their blocks leave some multiprocessors partly
// empty: repair them until `hippuzzle check` finds nothing, and leave the arithmetic unchanged.
// output[i] = 2.5 * x[i] + y[i].
#include <hip/hip_runtime.h>

#include "config.hpp"

// No shared memory. Repair the size of the blocks.
__global__ void minimal_saxpy(float* output, const float* x, const float* y, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = 2.5f * x[global_i] + y[global_i];
}

inline Blocks minimal_blocks(unsigned size) { return {(size + 1023) / 1024, 1024}; }

// Each thread keeps its product in a cell of `scratch`. Keep this way, and repair the scratch.
__global__ void sophisticated_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[12 * 1024];  // 48 KiB
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}

inline Blocks sophisticated_blocks(unsigned size) { return {(size + 255) / 256, 256}; }

// Here the scratch stands for a table that the block needs: keep its 16 KiB, and repair the size of
// the blocks.
__global__ void balanced_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[4 * 1024];  // 16 KiB
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}

inline Blocks balanced_blocks(unsigned size) { return {(size + 255) / 256, 256}; }
