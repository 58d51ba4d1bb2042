// p32: banks of shared memory. Fill in the first kernel and repair the second; hippuzzle says
// whether the answers are right, and `hippuzzle check` counts the conflicts.
// output[i] = 2 * (input[i] + 10). The sum goes through shared memory. A block has TPB threads.
#include <hip/hip_runtime.h>

#include "config.hpp"

// Each thread writes input[i] + 10 to a cell of `shared`, reads the cell again, and writes twice
// its value to the output. No two lanes of a warp may share a bank. About 4 lines.
__global__ void no_conflict(float* output, const float* input, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// Given (--two-way): right, and slow, because two lanes of a warp share each bank. Repair it: no
// conflicts, and at most 1056 bytes of shared memory.
__global__ void two_way(float* output, const float* input, unsigned size) {
  __shared__ float shared[2 * TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[2 * local_i] = input[global_i] + 10;
  __syncthreads();
  if (global_i < size) output[global_i] = 2 * shared[2 * local_i];
}
