// Rung 8, double-buffered: while a tile is multiplied, the next one is on its way from global
// memory into registers, and then into the other half of shared memory: one barrier a tile, and
// nobody waits for global memory.
//
// Floor: as warp-tiled; a tile costs a thread (Rows + Columns) Depth / 4 / threads quads of 128-bit
// reads of global memory and their writes next to 8 Width Depth multiply-adds.
#include "../warp_tile.hpp"

template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Width, bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32,
                                  tiles::register_blocks(Rows / 64 * Columns / (4 * Width) * 32))
    double_buffered_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                         unsigned k) {
  constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  alignas(16) __shared__ float a_shared[2][Depth][Rows + 4];
  alignas(16) __shared__ float b_shared[2][Depth][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned warp = thread / 32, x = thread % 4, y = thread % 32 / 4;
  const unsigned warp_row = warp % down * 64, warp_col = warp / down * (4 * Width);
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  const bool whole = first_row + Rows <= m && first_col + Columns <= n;

  QuadTiles<Rows, Columns, Depth, threads, Aligned> next;
  next.fetch(a, b, m, n, k, first_row, first_col, whole, 0, thread);
  next.keep(a_shared[0], b_shared[0], thread);
  __syncthreads();
  unsigned buffer = 0;
  WarpTile<Width> tile = {};
  for (unsigned start = 0; start < k; start += Depth) {
    if (start + Depth < k)
      next.fetch(a, b, m, n, k, first_row, first_col, whole, start + Depth, thread);

    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Depth; ++l) {
      tile.add_term(&a_shared[buffer][l][warp_row], &b_shared[buffer][l][warp_col], y, x);
    }

    if (start + Depth < k) {
      buffer ^= 1;
      next.keep(a_shared[buffer], b_shared[buffer], thread);
    }
    __syncthreads();  // the other half is complete, and nobody reads this one any more
  }
  tile.template store<Aligned>(c, m, n, first_row + warp_row, first_col + warp_col, y, x);
}
