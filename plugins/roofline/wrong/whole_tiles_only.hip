// n / tile rounds down: the blocks that stick out of the matrix read as well.
// variants: tiled
#define predict_tiled right_predict_tiled
#include "solution.hip"
#undef predict_tiled

__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  const unsigned whole = sizes[i] / tiles[i];
  const float blocks = static_cast<float>(whole > 0 ? whole : 1);
  place(output + 4 * i, n * n * (2 * n - 1), 4 * 2 * n * n * blocks, device);
}
