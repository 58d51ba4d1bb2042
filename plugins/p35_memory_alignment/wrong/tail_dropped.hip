// Whole vectors only: up to three elements at the end are not written.
// variants: aligned
#define aligned right_aligned
#include "solution.hip"
#undef aligned

__global__ void aligned(float* output, const float* a, unsigned size) {
  const unsigned base = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
  if (base + WIDTH <= size) double_and_add_1_vector(output + base, a + base);
}
