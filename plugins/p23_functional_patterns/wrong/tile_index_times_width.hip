// The tile begins at its number of vectors, where it should be elements.
// variants: manual-vectorized
#define manual_vectorized right_manual_vectorized
#include "solution.hip"
#undef manual_vectorized

__global__ void manual_vectorized(float* output, const float* a, const float* b, unsigned size) {
  const Add add = {output, a, b};
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * (MANUAL_TILE / WIDTH);
  const unsigned end = first + MANUAL_TILE < size ? first + MANUAL_TILE : size;
  unsigned i = first;
  for (; i + WIDTH <= end; i += WIDTH) add.operator()<WIDTH>(i);
  for (; i < end; ++i) add.operator()<1>(i);
}
