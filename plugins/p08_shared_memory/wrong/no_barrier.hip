// No barrier: a thread reads the cell of another one before it is written.
// variants: reverse
#define reverse_in_block right_reverse_in_block
#include "solution.hip"
#undef reverse_in_block

__global__ void reverse_in_block(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  const unsigned left = size - blockIdx.x * blockDim.x, count = left < TPB ? left : TPB;

  if (global_i < size) shared[local_i] = a[global_i];

  if (global_i < size) output[global_i] = shared[count - 1 - local_i];
}
