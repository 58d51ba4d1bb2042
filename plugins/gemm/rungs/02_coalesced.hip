// Rung 2, coalesced: the same, with neighbouring threads on neighbouring columns. Eight k are
// unrolled, so that a warp has 16 reads under way, and blocks walk through bands of 16 rows
// of blocks (tile_order.hpp): concurrent blocks share rows of A and columns of B in the L2
// cache.
//
// Floor: a multiply-add of a warp reads one word of A (the same for all lanes) and 32 neighbours of
// B: 2 wavefronts of the L1 cache. Arithmetic needs a quarter of a cycle for it (128 lanes a
// multiprocessor), so at most 1/8 of the peak is left.
#include "parts/tile_order.hpp"

__global__ void coalesced_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k) {
  const TilePlace block = place_of(blockIdx.y * gridDim.x + blockIdx.x, gridDim.y, gridDim.x, 16);
  const unsigned row = block.row * blockDim.y + threadIdx.y;
  const unsigned col = block.column * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;

  float sum = 0;
  HIPPUZZLE_UNROLL_BY(8)
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{row} * k + l] * b[size_t{l} * n + col];
  c[size_t{row} * n + col] = sum;
}
