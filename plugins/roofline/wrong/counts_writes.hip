// Adds the bytes that the kernels write to the bytes that they read.
#define predict_zip right_predict_zip
#define predict_naive right_predict_naive
#define predict_tiled right_predict_tiled
#include "solution.hip"
#undef predict_zip
#undef predict_naive
#undef predict_tiled

__global__ void predict_zip(float* output, const unsigned* sizes, const float* device,
                            unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  place(output + 4 * i, n, 4 * 3 * n, device);
}

__global__ void predict_naive(float* output, const unsigned* sizes, const float* device,
                              unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  place(output + 4 * i, n * n * (2 * n - 1), 4 * (2 * n + 1) * n * n, device);
}

__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  const unsigned blocks = (sizes[i] + tiles[i] - 1) / tiles[i];
  place(output + 4 * i, n * n * (2 * n - 1), 4 * (2 * static_cast<float>(blocks) + 1) * n * n,
        device);
}
