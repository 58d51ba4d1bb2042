// Sums start from the old values of the output.
// variants: naive
#define naive_gemm right_naive_gemm
#include "wrong/other_rungs.hpp"
#undef naive_gemm

__global__ void naive_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                           unsigned k) {
  const unsigned row = blockIdx.y * blockDim.x + threadIdx.x;
  const unsigned col = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = c[size_t{row} * n + col];
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{row} * k + l] * b[size_t{l} * n + col];
  c[size_t{row} * n + col] = sum;
}
