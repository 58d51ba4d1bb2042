// A warp's 64 x 64 outputs of fp32-best, and the order in which they are computed. The order
// decides which operands a multiply-add finds in the register file, which delivers one register of
// either parity a cycle: a multiply-add reads three.
//
// - One factor is the same as in the multiply-add before, and comes from a reuse cache.
// - The other lies in a register of one parity, by its column, and the sum in one of the other.
//   Factors are read as float4s and results written as float4s, which would give both the same
//   parity; so results are written with neighbours swapped in pairs, through shared memory.
// - A sum stays in its register. When the assembler moves sums, it also mixes rows: a tenth of the
//   multiply-adds then waited for a register. So each k is a stretch of code of its own.
// - The operands of the next k are read before the arithmetic of this one. Left to itself the
//   assembler reads late.
#pragma once

#include <hippuzzle/shared_barrier.hpp>

#include "parts/float4.hpp"
#include "parts/source_order.hpp"

// A warp's buffer for eight rows of its results. Padded, so that four lanes on a row of eight meet
// different banks.
struct ResultRows {
  static constexpr unsigned stride = 64 + 4;
  alignas(16) float elements[8 * stride];
};

// Lane (y, x) of 8 x 4 holds rows y, y + 8, ..., y + 56 and, of every 16 columns, 4x ... 4x + 3.
struct Fp32BestTile {
  float sums[8][16];
  // A's rows for four k, these and the next four; B's columns for this k and the next.
  Float4 left[2][8], right[2][4];

  static constexpr unsigned a_row = 128, float4_bytes = sizeof(Float4);

  // No lanes l and l ^ 1, or l and l ^ 2, have the same x or the same y. If such lanes read the
  // same float4, the reads come faster, and that delays multiply-adds: it was 1 to 3 % slower.
  __device__ static unsigned x_of(unsigned lane) { return (lane ^ lane / 4) % 4; }
  __device__ static unsigned y_of(unsigned lane) { return lane % 4 + lane / 16 * 4; }

  // The places in a stage that a lane reads, or their offsets in bytes from the starts of its
  // boxes.
  struct Places {
    SharedPlace a, b;
  };
  struct Offsets {
    unsigned a, b;
  };
  // From k = `first` on of the 64 rows of A from `row` on and the 64 columns of B from `col`
  // on.
  template <class BoxA, class BoxB>
  __device__ static Offsets offsets(unsigned row, unsigned col, unsigned first, unsigned lane) {
    static_assert(BoxA::row_bytes == a_row && BoxA::swizzled, "eight pieces that change places");
    const unsigned x = x_of(lane), y = y_of(lane);
    // The pieces of a row change places by its number, here y.
    return {kept((row + y) * a_row + ((y * float4_bytes) ^ (first * 4))),
            kept(first * BoxB::row_bytes + col * 4 + x * float4_bytes)};
  }
  template <class BoxA, class BoxB>
  __device__ static Places places(const BoxA& a, const BoxB& b, const Offsets& offsets) {
    return {place_in(a.elements, offsets.a), place_in(b.elements, offsets.b)};
  }

  // Reads the operands of the first k of a tile.
  __device__ __forceinline__ void begin(const Places& first) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) read_in_source_order(left[0][i], first.a + i * 8 * a_row);
    read_columns(right[0], first.b);
  }

  // Adds a stage's part along k and reads the operands of the first k of the next stage. `not_zero`
  // is not 0, which the compiler cannot know.
  template <unsigned TileK, class BoxB>
  __device__ __forceinline__ void add_k_tile(const Places& stage, const Places& next,
                                             unsigned not_zero) {
    static_assert(TileK % 8 == 0 && (TileK & (TileK - 1)) == 0, "eight k an iteration");
    constexpr unsigned b_row = BoxB::row_bytes;
    SharedPlace b_now = stage.b;
    unsigned a_bytes = float4_bytes;
    unsigned remaining = TileK;  // counted down, since comparing with 0 takes one instruction
    do {
      remaining -= 8;
      const bool last = remaining == 0;
      const SharedPlace a_mid = kept(stage.a ^ a_bytes);
      const SharedPlace a_after = kept(last ? next.a : stage.a ^ (a_bytes + float4_bytes));
      const SharedPlace b_after = kept(last ? next.b : b_now + 8 * b_row);
      HIPPUZZLE_UNROLL
      for (unsigned t = 0; t < 8; ++t) {
        HIPPUZZLE_UNROLL_BY(1)
        do {
          read_columns(right[(t + 1) % 2], t < 7 ? b_now + (t + 1) * b_row : b_after);
          const SharedPlace a_next = t < 4 ? a_mid : a_after;
          HIPPUZZLE_UNROLL
          for (unsigned i = t % 4 * 2; i < t % 4 * 2 + 2; ++i)
            read_in_source_order(left[(t / 4 + 1) % 2][i], a_next + i * 8 * a_row);
          add_outer_product(left[t / 4], t % 4, right[t % 2]);
          // The last stretch ends where the loop does.
        } while (t < 7 && opaque_false(not_zero));
      }
      b_now = b_after;
      a_bytes += 2 * float4_bytes;
    } while (remaining != 0);
  }

  __device__ __forceinline__ static void read_columns(Float4 (&columns)[4], SharedPlace b) {
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 4; ++h) read_in_source_order(columns[h], b + h * 4 * float4_bytes);
  }

  // Serpentine order: consecutive multiply-adds share a factor. At a row's end the shared factor is
  // the column's, and the row's factor, with the parity of t, is read; so rows end at columns whose
  // sums have the other parity.
  __device__ __forceinline__ void add_outer_product(const Float4 (&rows)[8], unsigned t,
                                                    const Float4 (&columns)[4]) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned step = 0; step < 16; ++step) {
        const unsigned j = column_at(i % 2 == 0 ? step : 15 - step, t);
        multiply_add_in_source_order(sums[i][j], rows[i][t], columns[j / 4][j % 4]);
      }
    }
  }
  // 0 … 13, 15, 14 where t is even, 1, 0, 2 … 15 where it is odd.
  __device__ static constexpr unsigned column_at(unsigned step, unsigned t) {
    return (t % 2 == 0 ? step >= 14 : step < 2) ? step ^ 1 : step;
  }

  // Four sums of row i, neighbours swapped: 16 h + 4x ... 16 h + 4x + 3.
  __device__ __forceinline__ Float4 swapped_float4(unsigned i, unsigned h) const {
    Float4 v;
    HIPPUZZLE_UNROLL
    for (unsigned e = 0; e < 4; ++e) v[swapped(e)] = sums[i][h * 4 + e];
    return v;
  }

  // Puts the lanes' i-th rows to rows first + y of a matrix in shared memory that begins at `rows`,
  // neighbours swapped.
  template <unsigned Stride>
  __device__ __forceinline__ void put_row(float* rows, unsigned i, unsigned first,
                                          unsigned lane) const {
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 4; ++h)
      *reinterpret_cast<Float4*>(rows + (first + y_of(lane)) * Stride + h * 16 + x_of(lane) * 4) =
          swapped_float4(i, h);
  }
  // Four neighbours of the values that put_row() has put, in order again.
  __device__ static Float4 take_float4(const float* from) {
    const Float4 put = *reinterpret_cast<const Float4*>(from);
    Float4 v;
    HIPPUZZLE_UNROLL
    for (unsigned e = 0; e < 4; ++e) v[e] = put[swapped(e)];
    return v;
  }

  // Leaves sums for another block in the tile that begins at (row, col) of the m x n matrix c, and
  // takes them from there: neighbours swapped, so that rows of c must be in float4s.
  __device__ __forceinline__ void leave(float* c, unsigned m, unsigned n, unsigned row,
                                        unsigned col, unsigned lane) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned h = 0; h < 4; ++h)
        store_float4<true>(c, m, n, row + i * 8 + y_of(lane), col + h * 16 + x_of(lane) * 4,
                           swapped_float4(i, h));
    }
  }
  __device__ __forceinline__ void take(const float* c, unsigned m, unsigned n, unsigned row,
                                       unsigned col, unsigned lane) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned h = 0; h < 4; ++h) {
        const Float4 v =
            load_float4<true>(c, m, n, row + i * 8 + y_of(lane), col + h * 16 + x_of(lane) * 4);
        HIPPUZZLE_UNROLL
        for (unsigned e = 0; e < 4; ++e) sums[i][h * 4 + e] = v[swapped(e)];
      }
    }
  }

  // Writes the tile that begins at (row, col) of the m x n matrix c, by way of the warp's `shared`.
  __device__ __forceinline__ void store(float* c, unsigned m, unsigned n, unsigned row,
                                        unsigned col, ResultRows& shared, unsigned lane) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      hippuzzle::warp_sync();  // the rows before have been taken
      put_row<ResultRows::stride>(shared.elements, i, 0, lane);
      hippuzzle::warp_sync();
      HIPPUZZLE_UNROLL
      for (unsigned h = 0; h < 4; ++h) {
        const unsigned r = h * 2 + lane / 16, j = lane % 16 * 4;
        store_float4_anywhere(c, m, n, row + i * 8 + r, col + j,
                              take_float4(shared.elements + r * ResultRows::stride + j));
      }
    }
  }
};
