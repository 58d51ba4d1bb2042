// The answer is right, and each thread takes its four elements one by one.
// variants: aligned
#define aligned right_aligned
#include "solution.hip"
#undef aligned

__global__ void aligned(float* output, const float* a, unsigned size) {
  const unsigned base = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
  for (unsigned i = base; i < base + WIDTH && i < size; ++i) double_and_add_1(output + i, a + i);
}
