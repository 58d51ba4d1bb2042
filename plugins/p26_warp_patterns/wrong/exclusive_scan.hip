// The sums leave out the element itself.
// variants: prefix-sum
#define prefix_sum right_prefix_sum
#include "solution.hip"
#undef prefix_sum

__global__ void prefix_sum(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  const float own = global_i < size ? input[global_i] : 0;
  const float sum = sum_up_to_lane(own);
  if (global_i < size) output[global_i] = sum - own;
}
