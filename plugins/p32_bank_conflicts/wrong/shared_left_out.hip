// Keeps the sum in a register: no conflict, and no access to shared memory.
// variants: no-conflict
#define no_conflict right_no_conflict
#include "solution.hip"
#undef no_conflict

__global__ void no_conflict(float* output, const float* input, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;

  if (global_i < size) output[global_i] = 2 * (input[global_i] + 10);
}
