// Replaces negative elements before the bias is added: the two steps do not commute.
// variants: unfused, fused
#define unfused_layer right_unfused_layer
#define fused_layer right_fused_layer
#include "solution.hip"
#undef unfused_layer
#undef fused_layer

int32_t unfused_layer(const hippuzzle_launch* launch) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* a = static_cast<const float*>(launch->buffers[1]);
  const auto* b = static_cast<const float*>(launch->buffers[2]);
  const auto* bias = static_cast<const float*>(launch->buffers[3]);
  const auto m = static_cast<unsigned>(launch->extents.n[0]);
  const auto n = static_cast<unsigned>(launch->extents.n[1]);
  const auto k = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  const dim3 blocks((n + TPB - 1) / TPB, (m + TPB - 1) / TPB), threads(TPB, TPB);

  hipLaunchKernelGGL(product, blocks, threads, 0, stream, output, a, b, m, n, k);
  hipLaunchKernelGGL(activate, blocks, threads, 0, stream, output, m, n);
  hipLaunchKernelGGL(add_bias, blocks, threads, 0, stream, output, bias, m, n);
  return static_cast<int32_t>(hipGetLastError());
}

__global__ void fused_layer(float* output, const float* a, const float* b, const float* bias,
                            unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  const float sum = product_element(a, b, row, col, m, n, k);
  if (row >= m || col >= n) return;
  output[row * n + col] = (sum > 0 ? sum : 0) + bias[col];
}
