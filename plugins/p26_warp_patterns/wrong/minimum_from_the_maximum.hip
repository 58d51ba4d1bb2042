// The second butterfly begins with the result of the first, so the smallest is the largest.
// variants: conditional-max
#define largest_and_smallest right_largest_and_smallest
#include "solution.hip"
#undef largest_and_smallest

__global__ void largest_and_smallest(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float largest = global_i < size ? input[global_i] : -INFINITY;
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    const float other = shfl_xor(largest, step);
    if (other > largest) largest = other;
  }
  float smallest = largest;
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    const float other = shfl_xor(smallest, step);
    if (other < smallest) smallest = other;
  }
  if (global_i < size) output[global_i] = lane() % 2 == 0 ? largest : smallest;
}
