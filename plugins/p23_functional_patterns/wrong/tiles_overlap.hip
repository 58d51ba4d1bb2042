// The last element of a tile is the first element of the next one.
// variants: tiled
#define tiled right_tiled
#include "solution.hip"
#undef tiled

__global__ void tiled(float* output, const float* a, const float* b, unsigned size) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * TILE;
  for (unsigned i = first; i <= first + TILE && i < size; ++i) output[i] = a[i] + b[i];
}
