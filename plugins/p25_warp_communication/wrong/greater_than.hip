// An element that equals the limit is halved and should be doubled.
// variants: broadcast-conditional
#define compare_with_limit right_compare_with_limit
#include "solution.hip"
#undef compare_with_limit

__global__ void compare_with_limit(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const int count = static_cast<int>(elements_of_warp(size));
  float largest = shfl(own, 0);
  for (int source = 1; source < 8; ++source) {
    const float other = shfl(own, source);
    if (source < count && other > largest) largest = other;
  }
  if (global_i < size) output[global_i] = own > largest / 2 ? 2 * own : own / 2;
}
