// Rung 4, tiled-vec: four k of a row of A and of a column of B by one 128-bit read each. For that
// B is transposed on its way into shared memory. The lanes of a warp compute 16 rows of 2
// columns: lanes l and l ^ 1 want the same float4 of A, l and l ^ 2 the same of B. blockDim: Tile x
// Tile / 32 warps; two blocks a multiprocessor, so that one multiplies while the other fetches.
//
// Floor: a 128-bit read takes 4 wavefronts, and 2 where all lanes l and l ^ 1, or all l and l ^ 2,
// want the same float4. Two reads of 2 for four multiply-adds of a warp are 1 wavefront a k: 1/4
// of the peak. (8 rows of 4 columns name fewer float4s, 12, and take 6: 1/6.) Filling the tiles
// takes 2 of shared memory and 2 of the L1 cache a k and block, next to the 32 that its warps read
// with: 1/8 of it.
#include "parts/float4.hpp"

template <unsigned Tile, unsigned TileK>
__global__ void __launch_bounds__(Tile* Tile, 2)
    tiled_vec_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  constexpr unsigned threads = Tile * Tile, warps_across = Tile / 2;
  // An odd number of float4s a row: neighbouring rows begin in different groups of banks.
  __shared__ Float4 a_shared[Tile][TileK / 4 + 1];
  __shared__ Float4 b_shared[Tile][TileK / 4 + 1];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned y = warp / warps_across * 16 + lane / 2, x = warp % warps_across * 2 + lane % 2;
  const unsigned first_row = blockIdx.y * Tile, first_col = blockIdx.x * Tile;

  float sum = 0;
  for (unsigned start = 0; start < k; start += TileK) {
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Tile * TileK; first += threads) {
      const unsigned i = (first + threadIdx.x) / TileK, l = (first + threadIdx.x) % TileK;
      const bool inside = first_row + i < m && start + l < k;
      a_shared[i][l / 4][l % 4] = inside ? a[size_t{first_row + i} * k + start + l] : 0;
    }
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Tile * TileK / 4; first += threads) {
      const unsigned q = (first + threadIdx.x) / Tile, j = (first + threadIdx.x) % Tile;
      if (q >= TileK / 4) break;
      Float4 v = {};
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) {
        const unsigned l = start + q * 4 + e;
        if (l < k && first_col + j < n) v[e] = b[size_t{l} * n + first_col + j];
      }
      b_shared[j][q] = v;
    }
    __syncthreads();
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < TileK / 4; ++q) {
      const Float4 left = a_shared[y][q], right = b_shared[x][q];
      HIPPUZZLE_UNROLL
      for (int e = 0; e < 4; ++e) sum += left[e] * right[e];
    }
    __syncthreads();
  }
  if (first_row + y < m && first_col + x < n) c[size_t{first_row + y} * n + first_col + x] = sum;
}
