// The extrema are taken over all warps, and each warp has its own.
// variants: conditional-max
#define largest_and_smallest right_largest_and_smallest
#include "solution.hip"
#undef largest_and_smallest

__global__ void largest_and_smallest(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float largest = -INFINITY, smallest = INFINITY;
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) {
    if (input[i] > largest) largest = input[i];
    if (input[i] < smallest) smallest = input[i];
  }
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    const float above = shfl_xor(largest, step);
    if (above > largest) largest = above;
    const float below = shfl_xor(smallest, step);
    if (below < smallest) smallest = below;
  }
  if (global_i < size) output[global_i] = lane() % 2 == 0 ? largest : smallest;
}
