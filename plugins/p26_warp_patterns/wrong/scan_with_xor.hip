// The lanes exchange with partners, so every lane gets the sum of all of them.
// variants: prefix-sum
#define prefix_sum right_prefix_sum
#include "solution.hip"
#undef prefix_sum

__global__ void prefix_sum(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = global_i < size ? input[global_i] : 0;
  for (int offset = 1; offset < warp_size(); offset *= 2) sum += shfl_xor(sum, offset);
  if (global_i < size) output[global_i] = sum;
}
