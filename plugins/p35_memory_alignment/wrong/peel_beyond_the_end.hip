// The elements before the first vector are not compared with the size.
// variants: unaligned
#define unaligned right_unaligned
#include "solution.hip"
#undef unaligned

__global__ void unaligned(float* output, const float* a, unsigned size) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned after = reinterpret_cast<uintptr_t>(a) / sizeof(float) % WIDTH;
  const unsigned peel = (WIDTH - after) % WIDTH;
  const unsigned vectors = size > peel ? (size - peel) / WIDTH : 0, tail = peel + vectors * WIDTH;
  if (t < peel) double_and_add_1(output + t, a + t);
  if (t < vectors) double_and_add_1_vector(output + peel + t * WIDTH, a + peel + t * WIDTH);
  if (tail + t < size) double_and_add_1(output + tail + t, a + tail + t);
}
