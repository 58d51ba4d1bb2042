// The last lanes get their own value from the shuffle and count it as a neighbour's.
// variants: average
#define moving_average right_moving_average
#include "solution.hip"
#undef moving_average

__global__ void moving_average(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float next = shfl_down(own, 1);
  const float after_next = shfl_down(own, 2);
  if (global_i < size) output[global_i] = (own + next + after_next) / 3;
}
