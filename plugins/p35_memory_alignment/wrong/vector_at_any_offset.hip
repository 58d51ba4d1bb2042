// Vectors from the first element on, wherever that is.
// variants: unaligned
#define unaligned right_unaligned
#include "solution.hip"
#undef unaligned

__global__ void unaligned(float* output, const float* a, unsigned size) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned vectors = size / WIDTH, tail = vectors * WIDTH;
  if (t < vectors) double_and_add_1_vector(output + t * WIDTH, a + t * WIDTH);
  if (tail + t < size) double_and_add_1(output + tail + t, a + tail + t);
}
