// The terms after the last whole tile are never added.
// variants: tiled
#define tiled_gemm right_tiled_gemm
#include "solution.hip"
#undef tiled_gemm

__global__ void tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                           unsigned k) {
  __shared__ float a_shared[TILE][TILE];
  __shared__ float b_shared[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;

  float sum = 0;
  for (unsigned start = 0; start + TILE <= k; start += TILE) {
    a_shared[y][x] = row < m && start + x < k ? a[size_t{row} * k + start + x] : 0;
    b_shared[y][x] = start + y < k && col < n ? b[size_t{start + y} * n + col] : 0;
    __syncthreads();  // both tiles are complete
    for (unsigned l = 0; l < TILE; ++l) sum += a_shared[y][l] * b_shared[l][x];
    __syncthreads();  // nobody reads them any more
  }
  if (row < m && col < n) c[size_t{row} * n + col] = sum;
}
