// Every lane gets the last element, which is the largest in the example.
// variants: parallel-max
#define largest_of_warp right_largest_of_warp
#include "solution.hip"
#undef largest_of_warp

__global__ void largest_of_warp(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  const float own = global_i < size ? input[global_i] : 0;
  const unsigned left = size - blockIdx.x * blockDim.x;
  const float last = shfl(own, static_cast<int>((left < blockDim.x ? left : blockDim.x) - 1));
  if (global_i < size) output[global_i] = last;
}
