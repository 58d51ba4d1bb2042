// The answer is right, and each lane reads the third point from memory again.
// variants: average
#define moving_average right_moving_average
#include "solution.hip"
#undef moving_average

__global__ void moving_average(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float next = shfl_down(own, 1);
  if (global_i >= size) return;
  const unsigned points = elements_of_warp(size) - lane();
  if (points >= 3) {
    output[global_i] = (own + next + input[global_i + 2]) / 3;
  } else {
    output[global_i] = points == 2 ? (own + next) / 2 : own;
  }
}
