// The index counts vectors, and is multiplied by their width a second time.
// variants: aligned
#define aligned right_aligned
#include "solution.hip"
#undef aligned

__global__ void aligned(float* output, const float* a, unsigned size) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned vectors = size / WIDTH, tail = vectors * WIDTH;
  const unsigned vector = t * WIDTH;
  if (vector < vectors) double_and_add_1_vector(output + vector * WIDTH, a + vector * WIDTH);
  if (tail + t < size) double_and_add_1(output + tail + t, a + tail + t);
}
