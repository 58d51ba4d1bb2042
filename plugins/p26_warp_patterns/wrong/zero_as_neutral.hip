// Idle lanes hand in 0, which is larger than all elements if they are negative.
// variants: parallel-max
#define largest_of_warp right_largest_of_warp
#include "solution.hip"
#undef largest_of_warp

__global__ void largest_of_warp(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  float largest = global_i < size ? input[global_i] : 0;
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    const float other = shfl_xor(largest, step);
    if (other > largest) largest = other;
  }
  if (global_i < size) output[global_i] = largest;
}
