// The intensity of very large matrices, tile / 4, is used for all sizes.
// variants: tiled
#define predict_tiled right_predict_tiled
#include "solution.hip"
#undef predict_tiled

__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]), tile = static_cast<float>(tiles[i]);
  const float flop = n * n * (2 * n - 1);
  place(output + 4 * i, flop, flop / (tile / 4), device);
}
