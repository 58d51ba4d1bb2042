// Lane 31 is taken to be the last; with 64 lanes, lanes 31 to 62 have a neighbour.
// variants: neighbor
#define neighbor_difference right_neighbor_difference
#include "solution.hip"
#undef neighbor_difference

__global__ void neighbor_difference(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float next = shfl_down(own, 1);
  if (global_i < size) output[global_i] = lane() < 31 && global_i + 1 < size ? next - own : 0;
}
