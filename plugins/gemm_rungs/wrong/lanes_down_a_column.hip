// Neighbouring lanes take neighbouring rows: each reads another row of A.
// variants: coalesced
#define coalesced_gemm right_coalesced_gemm
#include "solution.hip"
#undef coalesced_gemm

__global__ void coalesced_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k) {
  const unsigned row = blockIdx.y * TILE + threadIdx.x, col = blockIdx.x * TILE + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{row} * k + l] * b[size_t{l} * n + col];
  c[size_t{row} * n + col] = sum;
}
