// Rung 5, register-blocked: a thread computes 8 x 8 outputs, so a word read from shared memory
// serves 8 multiply-adds. blockDim: Rows/8 x Columns/8 threads in one dimension; a thread's outputs
// are four quarters of 4 x 4, so that its operands are neighbours by fours, and read so.
//
// Floor: one k costs a warp 4 reads for 64 multiply-adds, 64/68 of the issue slots, 0.94 of the
// peak; word by word it would be 64/80. A tile 32 k deep brings a thread 32 words by as many
// reads of global memory and writes of shared memory: 0.91. Nobody multiplies while its block waits
// for them; the other block of the multiprocessor does.
#include <type_traits>

#include "parts/float4.hpp"
#include "parts/problem.hpp"

template <unsigned Rows, unsigned Columns, unsigned TileK>
__global__ void __launch_bounds__(Rows / 8 * Columns / 8,
                                  tiles::register_blocks(Rows / 8 * Columns / 8))
    register_blocked_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                          unsigned k) {
  constexpr unsigned across = Columns / 8, down = Rows / 8, threads = across * down;
  alignas(16) __shared__ float a_shared[TileK][Rows + 4];  // transposed
  alignas(16) __shared__ float b_shared[TileK][Columns];   // neighbours swapped in pairs
  const unsigned thread = threadIdx.x;
  const unsigned x = thread % across, y = thread / across;
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  float sums[8][8] = {};
  for (unsigned start = 0; start < k; start += TileK) {
    // A tile inside the matrices needs no tests.
    const bool whole = first_row + Rows <= m && first_col + Columns <= n && start + TileK <= k;
    const auto fill = [&](auto tested) {
      HIPPUZZLE_UNROLL
      for (unsigned first = 0; first < Rows * TileK; first += threads) {
        const unsigned i = (first + thread) / TileK, l = (first + thread) % TileK;
        const bool inside = !tested || (first_row + i < m && start + l < k);
        a_shared[l][i] = inside ? a[size_t{first_row + i} * k + start + l] : 0;
      }
      HIPPUZZLE_UNROLL
      for (unsigned first = 0; first < Columns * TileK; first += threads) {
        const unsigned l = (first + thread) / Columns, j = (first + thread) % Columns;
        const bool inside = !tested || (start + l < k && first_col + j < n);
        b_shared[l][swapped(j)] = inside ? b[size_t{start + l} * n + first_col + j] : 0;
      }
    };
    if (whole)
      fill(std::false_type());
    else
      fill(std::true_type());
    __syncthreads();

    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < TileK; ++l) {
      Float4 rows[2], columns[2];
      HIPPUZZLE_UNROLL
      for (unsigned h = 0; h < 2; ++h) {
        rows[h] = *reinterpret_cast<const Float4*>(&a_shared[l][h * (Rows / 2) + y * 4]);
        columns[h] = *reinterpret_cast<const Float4*>(&b_shared[l][h * (Columns / 2) + x * 4]);
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

  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 8; ++i) {
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 2; ++h) {
      const unsigned row = first_row + i / 4 * (Rows / 2) + y * 4 + i % 4;
      const unsigned col = first_col + h * (Columns / 2) + x * 4;
      const Float4 v = {sums[i][h * 4], sums[i][h * 4 + 1], sums[i][h * 4 + 2], sums[i][h * 4 + 3]};
      if (float4_aligned(n))
        store_float4<true>(c, m, n, row, col, v);
      else
        store_float4<false>(c, m, n, row, col, v);
    }
  }
}

namespace launchers {

inline int32_t register_blocked(const hippuzzle_launch* l) {
  using namespace tiles;
  return launch_register_tiles<
      register_blocked_gemm<register_rows, register_columns, register_blocked_k>,
      register_blocked_gemm<register_small_rows, register_columns, register_k>>(Problem<float>(l));
}

}  // namespace launchers
