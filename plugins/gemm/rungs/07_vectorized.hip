// Rung 7, vectorized: 128 bits at a time from global memory and from shared memory. A is transposed
// on its way into shared memory, so that a thread's rows are neighbours there; the next tile's
// float4s wait in registers while this one is multiplied. blockDim: Rows/8 x Columns/8 threads in
// one dimension; a thread's 8 x 8 outputs are four quarters of 4 x 4.
//
// Floor: one k costs a warp 4 reads for 64 multiply-adds: 64/68 = 0.94 of the issue slots. A tile
// 16 k deep costs 4 reads of global memory, 10 writes of shared memory and two barriers besides.
#include <type_traits>

#include "parts/float4.hpp"
#include "parts/problem.hpp"

template <unsigned Rows, unsigned Columns, unsigned TileK, bool Aligned>
__global__ void __launch_bounds__(Rows / 8 * Columns / 8, tiles::float4_blocks)
    vectorized_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  constexpr unsigned across = Columns / 8, down = Rows / 8, threads = across * down;
  alignas(16) __shared__ float a_shared[TileK][Rows + 4];
  alignas(16) __shared__ float b_shared[TileK][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned x = thread % across, y = thread / across;
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  Float4Tiles<Rows, Columns, TileK, threads, Aligned> next;
  float sums[8][8] = {};
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
      for (unsigned l = 0; l < TileK; ++l) {
        Float4 rows[2], columns[2];
        HIPPUZZLE_UNROLL
        for (unsigned h = 0; h < 2; ++h) {
          rows[h] = *reinterpret_cast<const Float4*>(&a_shared[l][y * 4 + h * Rows / 2]);
          columns[h] = *reinterpret_cast<const Float4*>(&b_shared[l][x * 4 + h * Columns / 2]);
        }
        // Serpentine order: consecutive multiply-adds share an operand.
        HIPPUZZLE_UNROLL
        for (unsigned i = 0; i < 8; ++i) {
          HIPPUZZLE_UNROLL
          for (unsigned step = 0; step < 8; ++step) {
            const unsigned j = i % 2 == 0 ? step : 7 - step;
            sums[i][swapped(j)] += rows[i / 4][i % 4] * columns[j / 4][j % 4];
          }
        }
      }
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

  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 8; ++i) {
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 2; ++h) {
      const Float4 v = {sums[i][h * 4], sums[i][h * 4 + 1], sums[i][h * 4 + 2], sums[i][h * 4 + 3]};
      store_float4<Aligned>(c, m, n, first_row + y * 4 + i / 4 * (Rows / 2) + i % 4,
                            first_col + x * 4 + h * (Columns / 2), v);
    }
  }
}

namespace launchers {

template <bool Aligned>
int32_t launch_vectorized(const Problem<float>& p) {
  using namespace tiles;
  return launch_register_tiles<
      vectorized_gemm<register_rows, register_columns, register_k, Aligned>,
      vectorized_gemm<register_small_rows, register_columns, register_k, Aligned>>(p);
}

int32_t vectorized(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_vectorized<true>(p) : launch_vectorized<false>(p);
}

}  // namespace launchers
