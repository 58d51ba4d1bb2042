// The last vector is a whole one, and goes past the end of the arrays.
// variants: aligned
#define aligned right_aligned
#include "solution.hip"
#undef aligned

__global__ void aligned(float* output, const float* a, unsigned size) {
  const unsigned base = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
  if (base < size) double_and_add_1_vector(output + base, a + base);
}
