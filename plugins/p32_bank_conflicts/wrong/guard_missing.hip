// No guard: threads without an element read and write past the end.
// variants: no-conflict
#define no_conflict right_no_conflict
#include "solution.hip"
#undef no_conflict

__global__ void no_conflict(float* output, const float* input, unsigned) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared[local_i] = input[global_i] + 10;
  __syncthreads();
  output[global_i] = 2 * shared[local_i];
}
