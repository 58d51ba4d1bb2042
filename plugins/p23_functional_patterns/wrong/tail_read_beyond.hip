// The last vector is a whole one, and goes past the end of the arrays.
// variants: elementwise
#define elementwise right_elementwise
#include "solution.hip"
#undef elementwise

__global__ void elementwise(float* output, const float* a, const float* b, unsigned size) {
  const Add add = {output, a, b};
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
  if (first < size) add.operator()<WIDTH>(first);
}
