// Rung 7, warp-tiled: a warp computes a compact tile of 64 x 4 Width outputs, so that its lanes ask
// for as few different words as 32 lanes can. blockDim: 32 Warps threads; warps lie Rows/64 down.
//
// Floor, Width = 16: a term costs a warp 6 reads for 128 multiply-adds: 0.955 of the issue slots;
// Width = 8: 4 for 64, 0.94. Wavefronts: 2 for 64 rows and Width/8 for the columns a term and warp,
// a third of what the arithmetic of four warps leaves room for.
#include <type_traits>

#include "warp_tile.hpp"

template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Width, bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32, tiles::quad_blocks)
    warp_tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  alignas(16) __shared__ float a_shared[Depth][Rows + 4];
  alignas(16) __shared__ float b_shared[Depth][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned warp = thread / 32, x = thread % 4, y = thread % 32 / 4;
  const unsigned warp_row = warp % down * 64, warp_col = warp / down * (4 * Width);
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  const SharedPlace rows_at = place_in(a_shared[0], (warp_row + y * 4) * 4);
  const SharedPlace columns_at = place_in(b_shared[0], (warp_col + x * 4) * 4);

  QuadTiles<Rows, Columns, Depth, threads, Aligned> next;
  WarpTile<Width> tile = {};
  // Terms `from` to `to`. Tested or not: two loops, since a test in one costs registers as well.
  const auto add_terms = [&](auto tested, unsigned from, unsigned to) HIPPUZZLE_INLINE {
    const auto fetch = [&](unsigned start) HIPPUZZLE_INLINE {
      if constexpr (decltype(tested)::value)
        next.fetch_tested(a, b, m, n, k, first_row, first_col, start, thread);
      else
        next.fetch_whole(n, k);
    };
    if (from < to) fetch(from);
    for (unsigned start = from; start < to; start += Depth) {
      next.keep(a_shared, b_shared, thread);
      __syncthreads();
      if (start + Depth < to) fetch(start + Depth);
      HIPPUZZLE_UNROLL
      for (unsigned l = 0; l < Depth; ++l)
        tile.add_term(rows_at + l * sizeof a_shared[0], columns_at + l * sizeof b_shared[0]);
      __syncthreads();
    }
  };
  unsigned untested = 0;
  if (tiles::whole_loop && Aligned && first_row + Rows <= m && first_col + Columns <= n) {
    next.begin(a, b, n, k, first_row, first_col, thread);
    untested = k / Depth * Depth;
    add_terms(std::false_type(), 0, untested);
  }
  add_terms(std::true_type(), untested, k);
  tile.template store<Aligned>(c, m, n, first_row + warp_row, first_col + warp_col, y, x);
}
