// The last of an odd number of elements takes the 0 of a lane without an element.
// variants: pair-swap
#define swap_pairs right_swap_pairs
#include "solution.hip"
#undef swap_pairs

__global__ void swap_pairs(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float other = shfl_xor(own, 1);
  if (global_i < size) output[global_i] = other;
}
