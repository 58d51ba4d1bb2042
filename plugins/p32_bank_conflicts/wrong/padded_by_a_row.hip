// Skips a cell after each 32, in as many cells as threads: the last ones are outside.
// variants: two-way
#define two_way right_two_way
#include "solution.hip"
#undef two_way

__global__ void two_way(float* output, const float* input, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i + local_i / 32] = input[global_i] + 10;
  __syncthreads();
  if (global_i < size) output[global_i] = 2 * shared[local_i + local_i / 32];
}
