// The roof of memory goes up for ever: the roof of the arithmetic is forgotten.
// variants: tiled
#define predict_tiled right_predict_tiled
#include "solution.hip"
#undef predict_tiled

__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  const unsigned blocks = (sizes[i] + tiles[i] - 1) / tiles[i];
  place(output + 4 * i, n * n * (2 * n - 1), 4 * 2 * n * n * static_cast<float>(blocks), device);
  output[4 * i + 3] = device[1] * output[4 * i + 2];
}
