// The terms after the last whole tile are never added.
// variants: tiled
#define tiled_gemm right_tiled_gemm
#include "wrong/other_rungs.hpp"
#undef tiled_gemm

template <unsigned Tile>
__global__ void __launch_bounds__(Tile* Tile)
    tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_shared[Tile][Tile];
  __shared__ float b_shared[Tile][Tile];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * Tile + y;
  const unsigned col = blockIdx.x * Tile + x;

  float sum = 0;
  for (unsigned start = 0; start + Tile <= k; start += Tile) {
    a_shared[y][x] = row < m ? a[size_t{row} * k + start + x] : 0;
    b_shared[y][x] = col < n ? b[size_t{start + y} * n + col] : 0;
    __syncthreads();
    for (unsigned l = 0; l < Tile; ++l) sum += a_shared[y][l] * b_shared[l][x];
    __syncthreads();
  }
  if (row < m && col < n) c[size_t{row} * n + col] = sum;
}
