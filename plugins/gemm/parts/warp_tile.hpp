// The part of a product that one warp computes out of shared memory, from `warp-tiled` on: 8 x 4
// lanes hold 8 x TileColumns outputs each, of a tile of 64 rows and 4 TileColumns columns.
#pragma once

#include "parts/float4.hpp"
#include "parts/source_order.hpp"

// Lane (y, x) of 8 x 4 holds rows 4y … 4y + 3 and 32 + 4y … and, of every 16 columns, 4x … 4x + 3:
// the lanes of a warp read neighbours together, and each k has 8 + 4 distinct float4s, the fewest
// that 32 lanes can have.
template <unsigned Width>
struct WarpTile {
  static constexpr unsigned rows = 64, columns = 4 * Width;
  static_assert(Width % 4 == 0, "outputs are float4s");

  float sums[8][Width];

  // Adds the outer product of one k. `rows_at`: this lane's first float4 in a transposed tile of A;
  // `columns_at`: in a tile of B whose neighbours are swapped in pairs.
  __device__ __forceinline__ void add_outer_product(SharedPlace rows_at, SharedPlace columns_at) {
    Float4 left[2], right[Width / 4];
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 2; ++h) read_in_source_order(left[h], rows_at + h * 32 * 4);
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < Width / 4; ++h)
      read_in_source_order(right[h], columns_at + h * 16 * 4);
    // Serpentine order: consecutive multiply-adds share an operand.
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned step = 0; step < Width; ++step) {
        const unsigned j = i % 2 == 0 ? step : Width - 1 - step;
        multiply_add_in_source_order(sums[i][swapped(j)], left[i / 4][i % 4], right[j / 4][j % 4]);
      }
    }
  }

  // Writes the tile that begins at (row, col) of the m x n matrix c.
  template <bool Aligned>
  __device__ __forceinline__ void store(float* c, unsigned m, unsigned n, unsigned row,
                                        unsigned col, unsigned y, unsigned x) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i)
      store_float4s<Aligned>(c, m, n, row + i / 4 * 32 + y * 4 + i % 4, col, x, sums[i]);
  }
};
