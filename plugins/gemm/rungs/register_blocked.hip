// Rung 5, register-blocked: a thread computes 8 x 8 outputs, so a word read from shared memory
// serves 8 multiply-adds. blockDim: Rows/8 x Columns/8 threads in one dimension; a thread's outputs
// are four quarters of 4 x 4, so that its operands are neighbours by fours, and read so.
//
// Floor: a term costs a warp 4 reads for 64 multiply-adds, 64/68 of the issue slots, 0.94 of the
// peak; word by word it would be 64/80. A tile of 32 terms brings a thread 32 words by as many
// reads of global memory and writes of shared memory: 0.91. Nobody multiplies while its block waits
// for them; the other block of the multiprocessor does.
#include <type_traits>

#include "quads.hpp"

template <unsigned Rows, unsigned Columns, unsigned Depth>
__global__ void __launch_bounds__(Rows / 8 * Columns / 8,
                                  tiles::register_blocks(Rows / 8 * Columns / 8))
    register_blocked_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                          unsigned k) {
  constexpr unsigned across = Columns / 8, down = Rows / 8, threads = across * down;
  alignas(16) __shared__ float a_shared[Depth][Rows + 4];  // turned
  alignas(16) __shared__ float b_shared[Depth][Columns];   // neighbours exchanged
  const unsigned thread = threadIdx.x;
  const unsigned x = thread % across, y = thread / across;
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  float sums[8][8] = {};
  for (unsigned start = 0; start < k; start += Depth) {
    // A tile inside the matrices needs no tests.
    const bool whole = first_row + Rows <= m && first_col + Columns <= n && start + Depth <= k;
    const auto fill = [&](auto tested) {
      HIPPUZZLE_UNROLL
      for (unsigned first = 0; first < Rows * Depth; first += threads) {
        const unsigned i = (first + thread) / Depth, l = (first + thread) % Depth;
        const bool inside = !tested || (first_row + i < m && start + l < k);
        a_shared[l][i] = inside ? a[size_t{first_row + i} * k + start + l] : 0;
      }
      HIPPUZZLE_UNROLL
      for (unsigned first = 0; first < Columns * Depth; first += threads) {
        const unsigned l = (first + thread) / Columns, j = (first + thread) % Columns;
        const bool inside = !tested || (start + l < k && first_col + j < n);
        b_shared[l][exchanged(j)] = inside ? b[size_t{start + l} * n + first_col + j] : 0;
      }
    };
    if (whole)
      fill(std::false_type());
    else
      fill(std::true_type());
    __syncthreads();

    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Depth; ++l) {
      Quad rows[2], columns[2];
      HIPPUZZLE_UNROLL
      for (unsigned h = 0; h < 2; ++h) {
        rows[h] = *reinterpret_cast<const Quad*>(&a_shared[l][h * (Rows / 2) + y * 4]);
        columns[h] = *reinterpret_cast<const Quad*>(&b_shared[l][h * (Columns / 2) + x * 4]);
      }
      // To and fro, so that each multiply-add shares an operand with the one before.
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < 8; ++i) {
        HIPPUZZLE_UNROLL
        for (unsigned step = 0; step < 8; ++step) {
          const unsigned j = i % 2 == 0 ? step : 7 - step;
          sums[i][exchanged(j)] += rows[i / 4][i % 4] * columns[j / 4][j % 4];
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
      const Quad quad = {sums[i][h * 4], sums[i][h * 4 + 1], sums[i][h * 4 + 2],
                         sums[i][h * 4 + 3]};
      if (in_quads(n))
        store_quad<true>(c, m, n, row, col, quad);
      else
        store_quad<false>(c, m, n, row, col, quad);
    }
  }
}
