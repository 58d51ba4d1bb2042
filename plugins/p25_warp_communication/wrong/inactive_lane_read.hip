// The shuffle stands in the guard, so the last lane reads from a lane that does not take part.
// variants: neighbor
#define neighbor_difference right_neighbor_difference
#include "solution.hip"
#undef neighbor_difference

__global__ void neighbor_difference(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  if (global_i < size) {
    const float own = input[global_i];
    const float next = shfl_down(own, 1);
    output[global_i] = threadIdx.x + 1 < blockDim.x ? next - own : 0;
  }
}
