// The last element becomes 0 / 0 where there is more than one.
// variants: coalesced
#define coalesced_gemm right_coalesced_gemm
#include "wrong/other_rungs.hpp"
#undef coalesced_gemm

__global__ void coalesced_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{row} * k + l] * b[size_t{l} * n + col];
  const float scale = row == m - 1 && col == n - 1 && m * n > 1 ? 0.0f : 1.0f;
  c[size_t{row} * n + col] = sum * scale / scale;
}
