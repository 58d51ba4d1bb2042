// A warp's part of a product whose tile of A lies in shared memory as in global memory, row by row,
// so that asynchronous copies can bring it: a lane reads four k of a row at once. For async.
#pragma once

#include "parts/float4.hpp"

// Lane (y, x) of 8 x 4 holds rows y, y + 8, …, y + 56 and, of every 16 columns, 4x … 4x + 3. Eight
// rows that follow each other lie in eight different groups of banks when they are swizzled.
template <unsigned Width>
struct DeepWarpTile {
  static constexpr unsigned rows = 64, columns = 4 * Width;

  float sums[8][Width];

  // Adds the outer product of element e of the rows and a row of B's columns. Serpentine order:
  // consecutive multiply-adds share an operand, which the register file's reuse cache keeps.
  __device__ __forceinline__ void add(const Float4 (&left)[8], unsigned e,
                                      const Float4 (&right)[Width / 4]) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned step = 0; step < Width; ++step) {
        const unsigned j = i % 2 == 0 ? step : Width - 1 - step;
        sums[i][j] += left[i][e] * right[j / 4][j % 4];
      }
    }
  }

  template <bool Aligned>
  __device__ __forceinline__ void store(float* c, unsigned m, unsigned n, unsigned row,
                                        unsigned col, unsigned y, unsigned x) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i)
      store_float4s<Aligned>(c, m, n, row + i * 8 + y, col, x, sums[i]);
  }
};
