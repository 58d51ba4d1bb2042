// The operations are multiplied as whole numbers of 32 bits, which overflow from n = 1291 on.
// variants: naive
#define predict_naive right_predict_naive
#include "solution.hip"
#undef predict_naive

__global__ void predict_naive(float* output, const unsigned* sizes, const float* device,
                              unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const unsigned n = sizes[i];
  const float bytes = 8.0f * static_cast<float>(n) * static_cast<float>(n) * static_cast<float>(n);
  place(output + 4 * i, static_cast<float>(n * n * (2 * n - 1)), bytes, device);
}
