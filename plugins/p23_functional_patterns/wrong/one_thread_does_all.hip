// The sums are right, and one thread makes all of them.
// variants: tiled
#define tiled right_tiled
#include "solution.hip"
#undef tiled

__global__ void tiled(float* output, const float* a, const float* b, unsigned size) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  for (unsigned i = 0; i < size; ++i) output[i] = a[i] + b[i];
}
