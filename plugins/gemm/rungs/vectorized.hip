// Rung 6, vectorized: 128 bits at a time from global memory and from shared memory. A is turned on
// its way into shared memory, so that a thread's rows are neighbours there. blockDim: Rows/8 x
// Columns/8 threads in one dimension; a thread's 8 x 8 outputs are four quarters of 4 x 4.
//
// Floor: a term costs a warp 4 reads for 64 multiply-adds: 64/68 = 0.94 of the issue slots. Filling
// the tiles, two barriers a tile and their waiting come on top.
#include "../quads.hpp"

template <unsigned Rows, unsigned Columns, unsigned Depth, bool Aligned>
__global__ void __launch_bounds__(Rows / 8 * Columns / 8)
    vectorized_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  constexpr unsigned across = Columns / 8, down = Rows / 8, threads = across * down;
  alignas(16) __shared__ float a_shared[Depth][Rows + 4];
  alignas(16) __shared__ float b_shared[Depth][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned x = thread % across, y = thread / across;
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  float sums[8][8] = {};
  for (unsigned start = 0; start < k; start += Depth) {
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Rows * Depth / 4; first += threads) {
      const unsigned i = (first + thread) / (Depth / 4), l = (first + thread) % (Depth / 4) * 4;
      const Quad quad = load_quad<Aligned>(a, m, k, first_row + i, start + l);
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) a_shared[l + e][i] = quad[e];
    }
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Columns * Depth / 4; first += threads) {
      const unsigned l = (first + thread) / (Columns / 4), j = (first + thread) % (Columns / 4) * 4;
      const Quad quad = load_quad<Aligned>(b, k, n, start + l, first_col + j);
      *reinterpret_cast<Quad*>(&b_shared[l][j]) = quad;
    }
    __syncthreads();

    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Depth; ++l) {
      Quad rows[2], columns[2];
      HIPPUZZLE_UNROLL
      for (unsigned h = 0; h < 2; ++h) {
        rows[h] = *reinterpret_cast<const Quad*>(&a_shared[l][y * 4 + h * Rows / 2]);
        columns[h] = *reinterpret_cast<const Quad*>(&b_shared[l][x * 4 + h * Columns / 2]);
      }
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < 8; ++i) {
        HIPPUZZLE_UNROLL
        for (unsigned j = 0; j < 8; ++j) sums[i][j] += rows[i / 4][i % 4] * columns[j / 4][j % 4];
      }
    }
    __syncthreads();
  }

  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 8; ++i) {
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 2; ++h) {
      const Quad quad = {sums[i][h * 4], sums[i][h * 4 + 1], sums[i][h * 4 + 2],
                         sums[i][h * 4 + 3]};
      store_quad<Aligned>(c, m, n, first_row + y * 4 + i / 4 * (Rows / 2) + i % 4,
                          first_col + x * 4 + h * (Columns / 2), quad);
    }
  }
}
