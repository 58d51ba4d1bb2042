// 2n operations an element: the first product is added to nothing, so there are n - 1 additions.
// variants: naive, tiled
#define predict_naive right_predict_naive
#define predict_tiled right_predict_tiled
#include "solution.hip"
#undef predict_naive
#undef predict_tiled

__global__ void predict_naive(float* output, const unsigned* sizes, const float* device,
                              unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  place(output + 4 * i, 2 * n * n * n, 4 * 2 * n * n * n, device);
}

__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  const unsigned blocks = (sizes[i] + tiles[i] - 1) / tiles[i];
  place(output + 4 * i, 2 * n * n * n, 4 * 2 * n * n * static_cast<float>(blocks), device);
}
