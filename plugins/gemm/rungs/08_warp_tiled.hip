// Rung 8, warp-tiled: a warp computes a compact tile of 64 x 4 Width outputs, so that its lanes ask
// for as few different words as 32 lanes can. blockDim: 32 Warps threads; warps lie Rows/64 down.
//
// Floor, Width = 16: one k costs a warp 6 reads for 128 multiply-adds: 0.955 of the issue slots;
// Width = 8: 4 for 64, 0.94. Wavefronts: 2 for 64 rows and Width/8 for the columns a k and warp, a
// third of the capacity that the arithmetic of four warps leaves free.
#include <type_traits>

#include "parts/problem.hpp"
#include "parts/warp_tile.hpp"

template <unsigned Rows, unsigned Columns, unsigned TileK, unsigned Width, bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32, tiles::float4_blocks)
    warp_tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  alignas(16) __shared__ float a_shared[TileK][Rows + 4];
  alignas(16) __shared__ float b_shared[TileK][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned warp = thread / 32, x = thread % 4, y = thread % 32 / 4;
  const unsigned warp_row = warp % down * 64, warp_col = warp / down * (4 * Width);
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  const SharedPlace rows_at = place_in(a_shared[0], (warp_row + y * 4) * 4);
  const SharedPlace columns_at = place_in(b_shared[0], (warp_col + x * 4) * 4);

  Float4Tiles<Rows, Columns, TileK, threads, Aligned> next;
  WarpTile<Width> tile = {};
  // k from `from` to `to`. With bounds tests or without: two loops, since tests cost registers too.
  const auto add_range_of_k = [&](auto tested, unsigned from, unsigned to) HIPPUZZLE_INLINE {
    const auto fetch = [&](unsigned start) HIPPUZZLE_INLINE {
      if constexpr (decltype(tested)::value)
        next.fetch_tested(a, b, m, n, k, first_row, first_col, start, thread);
      else
        next.fetch_whole(n, k);
    };
    if (from < to) fetch(from);
    for (unsigned start = from; start < to; start += TileK) {
      next.keep(a_shared, b_shared, thread);
      __syncthreads();
      if (start + TileK < to) fetch(start + TileK);
      HIPPUZZLE_UNROLL
      for (unsigned l = 0; l < TileK; ++l)
        tile.add_outer_product(rows_at + l * sizeof a_shared[0],
                               columns_at + l * sizeof b_shared[0]);
      __syncthreads();
    }
  };
  unsigned untested = 0;
  if (tiles::whole_loop && Aligned && first_row + Rows <= m && first_col + Columns <= n) {
    next.begin(a, b, n, k, first_row, first_col, thread);
    untested = k / TileK * TileK;
    add_range_of_k(std::false_type(), 0, untested);
  }
  add_range_of_k(std::true_type(), untested, k);
  tile.template store<Aligned>(c, m, n, first_row + warp_row, first_col + warp_col, y, x);
}

namespace launchers {

template <bool Aligned>
int32_t launch_warp_tiled(const Problem<float>& p) {
  using namespace tiles;
  return launch_register_tiles<
      warp_tiled_gemm<register_rows, register_columns, register_k, 8, Aligned>,
      warp_tiled_gemm<register_small_rows, register_columns, register_k, 8, Aligned>>(p);
}

int32_t warp_tiled(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_warp_tiled<true>(p) : launch_warp_tiled<false>(p);
}

}  // namespace launchers
