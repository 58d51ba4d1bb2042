// The four values are taken from the first warp's lanes only, and other warps add nothing.
// variants: broadcast-basic
#define add_first_four right_add_first_four
#include "solution.hip"
#undef add_first_four

__global__ void add_first_four(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float counted = global_i < 4 ? own : 0;
  float sum = 0;
  for (int source = 0; source < 4; ++source) sum += shfl(counted, source);
  if (global_i < size) output[global_i] = own + sum;
}
