// Adds the bias once for each tile of the sum: right as long as one tile is enough.
// variants: fused
#define fused_layer right_fused_layer
#include "solution.hip"
#undef fused_layer

__global__ void fused_layer(float* output, const float* a, const float* b, const float* bias,
                            unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  float value = 0;
  for (unsigned start = 0; start < k; start += TPB) {
    const unsigned terms = k - start < TPB ? k - start : TPB;
    if (row < m && col < n) {
      for (unsigned l = start; l < start + terms; ++l) value += a[row * k + l] * b[l * n + col];
      value += bias[col];
    }
  }
  if (row < m && col < n) output[row * n + col] = value > 0 ? value : 0;
}
