// Rung 9, double-buffered: while a tile is multiplied, the next one is on its way from global
// memory into registers, and then into the other half of shared memory: one barrier a tile, and
// nobody waits for global memory.
//
// Floor: as warp-tiled; a tile costs a thread (Rows + Columns) TileK / 4 / threads float4s of
// 128-bit reads of global memory and their writes next to 8 Width TileK multiply-adds.
#include <type_traits>

#include "parts/problem.hpp"
#include "parts/warp_tile.hpp"

template <unsigned Rows, unsigned Columns, unsigned TileK, unsigned Width, bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32, tiles::float4_blocks)
    double_buffered_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                         unsigned k) {
  constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  alignas(16) __shared__ float a_shared[2][TileK][Rows + 4];
  alignas(16) __shared__ float b_shared[2][TileK][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned warp = thread / 32, x = thread % 4, y = thread % 32 / 4;
  const unsigned warp_row = warp % down * 64, warp_col = warp / down * (4 * Width);
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  const SharedPlace rows_at = place_in(a_shared[0][0], (warp_row + y * 4) * 4);
  const SharedPlace columns_at = place_in(b_shared[0][0], (warp_col + x * 4) * 4);

  Float4Tiles<Rows, Columns, TileK, threads, Aligned> next;
  WarpTile<Width> tile = {};
  const auto multiply = [&](unsigned half) HIPPUZZLE_INLINE {
    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < TileK; ++l) {
      tile.add_outer_product(rows_at + half * sizeof a_shared[0] + l * sizeof a_shared[0][0],
                             columns_at + half * sizeof b_shared[0] + l * sizeof b_shared[0][0]);
    }
  };
  // k from `from` to `to`. With bounds tests or without: two loops, since tests cost registers too.
  const auto add_range_of_k = [&](auto tested, unsigned from, unsigned to) HIPPUZZLE_INLINE {
    const auto fetch = [&](unsigned start) HIPPUZZLE_INLINE {
      if constexpr (decltype(tested)::value)
        next.fetch_tested(a, b, m, n, k, first_row, first_col, start, thread);
      else
        next.fetch_whole(n, k);
    };
    if (from >= to) return;
    unsigned half = 0;
    fetch(from);
    next.keep(a_shared[half], b_shared[half], thread);
    __syncthreads();
    for (unsigned start = from + TileK; start < to; start += TileK) {
      fetch(start);
      multiply(half);
      half ^= 1;
      next.keep(a_shared[half], b_shared[half], thread);
      __syncthreads();  // this half is complete, and nobody reads the other one any more
    }
    multiply(half);
    __syncthreads();
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
int32_t launch_double_buffered(const Problem<float>& p) {
  using namespace tiles;
  return launch_register_tiles<
      double_buffered_gemm<register_rows, register_columns, register_k, 8, Aligned>,
      double_buffered_gemm<register_small_rows, register_columns, register_k, 8, Aligned>>(p);
}

int32_t double_buffered(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_double_buffered<true>(p) : launch_double_buffered<false>(p);
}

}  // namespace launchers
