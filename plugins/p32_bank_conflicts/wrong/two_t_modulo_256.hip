// The stride stays 2 in half of the cells: threads t and t + 128 share a cell.
// variants: two-way
#define two_way right_two_way
#include "solution.hip"
#undef two_way

__global__ void two_way(float* output, const float* input, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[2 * local_i % TPB] = input[global_i] + 10;
  __syncthreads();
  if (global_i < size) output[global_i] = 2 * shared[2 * local_i % TPB];
}
