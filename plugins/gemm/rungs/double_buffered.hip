// Rung 8, double-buffered: while a tile is multiplied, the next one is on its way from global
// memory into registers, and then into the other half of shared memory: one barrier a tile, and
// nobody waits for global memory. The operands of the next term are read before this term's
// arithmetic.
//
// Floor: as warp-tiled; a tile costs a thread (Rows + Columns) Depth / 4 / threads quads of 128-bit
// reads of global memory and their writes next to 8 Width Depth multiply-adds.
#include "../warp_tile.hpp"

template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Width, bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32)
    double_buffered_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                         unsigned k) {
  constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  constexpr unsigned a_quads = Rows * Depth / 4 / threads, b_quads = Columns * Depth / 4 / threads;
  static_assert(a_quads * threads * 4 == Rows * Depth && b_quads * threads * 4 == Columns * Depth,
                "every thread fetches as many quads");
  alignas(16) __shared__ float a_shared[2][Depth][Rows + 4];
  alignas(16) __shared__ float b_shared[2][Depth][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned warp = thread / 32, x = thread % 4, y = thread % 32 / 4;
  const unsigned warp_row = warp % down * 64, warp_col = warp / down * (4 * Width);
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  Quad a_next[a_quads], b_next[b_quads];
  const auto fetch = [&](unsigned start) {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < a_quads; ++q) {
      const unsigned at = q * threads + thread;
      a_next[q] =
          load_quad<Aligned>(a, m, k, first_row + at / (Depth / 4), start + at % (Depth / 4) * 4);
    }
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < b_quads; ++q) {
      const unsigned at = q * threads + thread;
      b_next[q] = load_quad<Aligned>(b, k, n, start + at / (Columns / 4),
                                     first_col + at % (Columns / 4) * 4);
    }
  };
  const auto keep = [&](unsigned buffer) {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < a_quads; ++q) {
      const unsigned at = q * threads + thread, l = at % (Depth / 4) * 4;
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) a_shared[buffer][l + e][at / (Depth / 4)] = a_next[q][e];
    }
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < b_quads; ++q) {
      const unsigned at = q * threads + thread;
      Quad* to = reinterpret_cast<Quad*>(&b_shared[buffer][at / (Columns / 4)][0]);
      to[at % (Columns / 4)] = b_next[q];
    }
  };

  WarpTile<Width> tile = {};
  fetch(0);
  keep(0);
  __syncthreads();
  unsigned buffer = 0;
  for (unsigned start = 0; start < k; start += Depth, buffer ^= 1) {
    const bool more = start + Depth < k;
    if (more) fetch(start + Depth);

    Quad left[2][2], right[2][Width / 4];
    tile.load(left[0], right[0], &a_shared[buffer][0][warp_row], &b_shared[buffer][0][warp_col], y,
              x);
    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Depth; ++l) {
      if (l + 1 < Depth) {
        tile.load(left[(l + 1) % 2], right[(l + 1) % 2], &a_shared[buffer][l + 1][warp_row],
                  &b_shared[buffer][l + 1][warp_col], y, x);
      }
      tile.add(left[l % 2], right[l % 2]);
    }

    if (more) keep(buffer ^ 1);
    __syncthreads();  // the other half is complete, and nobody reads this one any more
  }
  tile.template store<Aligned>(c, m, n, first_row + warp_row, first_col + warp_col, y, x);
}
