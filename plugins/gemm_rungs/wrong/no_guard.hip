// Threads outside of C compute and write as well.
// variants: coalesced
#define coalesced_gemm right_coalesced_gemm
#include "solution.hip"
#undef coalesced_gemm

__global__ void coalesced_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k) {
  const unsigned row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  const unsigned a_row = row < m ? row : m - 1, b_col = col < n ? col : n - 1;

  float sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{a_row} * k + l] * b[size_t{l} * n + b_col];
  if (size_t{row} * n + col < size_t{m} * n + 4) c[size_t{row} * n + col] = sum;
}
