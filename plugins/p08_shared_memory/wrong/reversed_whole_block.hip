// Takes the last block to be full: cells without an element are read.
// variants: reverse
#define reverse_in_block right_reverse_in_block
#include "solution.hip"
#undef reverse_in_block

__global__ void reverse_in_block(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i] = a[global_i];
  __syncthreads();

  if (global_i < size) output[global_i] = shared[TPB - 1 - local_i];
}
