// Adds the bias of the element's row; the bias has one for each column.
// variants: unfused, fused
#define add_bias right_add_bias
#define unfused_layer right_unfused_layer
#define fused_layer right_fused_layer
#include "solution.hip"
#undef add_bias
#undef unfused_layer
#undef fused_layer

__global__ void add_bias(float* output, const float* bias, unsigned m, unsigned n) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  if (row < m && col < n) output[row * n + col] += bias[row];
}

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
  hipLaunchKernelGGL(add_bias, blocks, threads, 0, stream, output, bias, m, n);
  hipLaunchKernelGGL(activate, blocks, threads, 0, stream, output, m, n);
  return static_cast<int32_t>(hipGetLastError());
}

__global__ void fused_layer(float* output, const float* a, const float* b, const float* bias,
                            unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  const float sum = product_element(a, b, row, col, m, n, k);
  if (row >= m || col >= n) return;
  const float value = sum + bias[row];
  output[row * n + col] = value > 0 ? value : 0;
}
