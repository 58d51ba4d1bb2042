// A warp's part of a product whose tile of A lies in shared memory as in global memory, row by row,
// so that it can be copied there without a thread turning it: a lane reads four terms of a row at
// once. For async.
#pragma once

#include "quads.hpp"

// Lane (y, x) of 8 x 4 holds rows y, y + 8, …, y + 56 and, of every 16 columns, 4x … 4x + 3. Eight
// rows that follow each other lie in eight different groups of banks when they are swizzled.
template <unsigned Width>
struct DeepWarpTile {
  static constexpr unsigned rows = 64, columns = 4 * Width;

  float sums[8][Width];

  // Forwards and backwards by turns, so that each multiply-add shares an operand with the one
  // before and finds it in the register file's reuse cache.
  __device__ __forceinline__ void add(const Quad (&left)[8], unsigned term,
                                      const Quad (&right)[Width / 4]) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned step = 0; step < Width; ++step) {
        const unsigned j = i % 2 == 0 ? step : Width - 1 - step;
        sums[i][j] += left[i][term] * right[j / 4][j % 4];
      }
    }
  }

  template <bool Aligned>
  __device__ __forceinline__ void store(float* c, unsigned m, unsigned n, unsigned row,
                                        unsigned col, unsigned y, unsigned x) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i)
      store_quads<Aligned>(c, m, n, row + i * 8 + y, col, x, sums[i]);
  }
};
