// A warp's 64 x 64 outputs of fp32-best, and the order in which they are computed. What counts here
// is what a multiply-add finds in the register file, which delivers one register of either parity
// a cycle: it reads three.
//
// - One of its factors is that of the multiply-add before, and comes from a reuse cache.
// - The other lies in a register of one parity, by its column, and the sum in one of the other. The
//   factors come by quads, and so do the results leave, which would give both the same parity; so
//   results leave by quads in which neighbours are exchanged, through shared memory.
// - What the next term needs is read before this one's arithmetic, and stays there. Left to itself
//   the assembler reads late.
#pragma once

#include <hippuzzle/shared_barrier.hpp>

#include "in_order.hpp"
#include "quads.hpp"

// Where a warp puts eight rows of its results. Padded, so that four lanes on a row of eight meet
// different banks.
struct ResultRows {
  static constexpr unsigned stride = 64 + 4;
  alignas(16) float elements[8 * stride];
};

// Lane (y, x) of 8 x 4 holds rows y, y + 8, ..., y + 56 and, of every 16 columns, 4x ... 4x + 3.
struct Fp32BestTile {
  float sums[8][16];

  // No lanes l and l ^ 1, or l and l ^ 2, have the same x or the same y. Where such lanes read the
  // same quad the reads come faster, and that holds up multiply-adds: it was 1 to 3 % slower.
  __device__ static unsigned x_of(unsigned lane) { return (lane ^ lane / 4) % 4; }
  __device__ static unsigned y_of(unsigned lane) { return lane % 4 + lane / 16 * 4; }

  // Adds Terms terms from `first` on, for the 64 rows of `a` from `row` on and the 64 columns of
  // `b` from `col` on.
  template <unsigned Terms, class BoxA, class BoxB>
  __device__ __forceinline__ void add_terms(const BoxA& a, unsigned row, const BoxB& b,
                                            unsigned col, unsigned first, unsigned lane) {
    static_assert(BoxA::columns == 32 && BoxA::swizzled, "rows of eight pieces that change places");
    static_assert(Terms % 8 == 0 && (Terms & (Terms - 1)) == 0, "eight terms a turn");
    constexpr unsigned a_row = BoxA::columns * 4, b_row = BoxB::columns * 4, quad = 16;  // bytes
    const unsigned x = x_of(lane), y = y_of(lane);
    // The pieces of a row change places by its number, here y.
    const SharedPlace a_lane = place_in(a.elements, (row + y) * a_row + ((y * quad) ^ (first * 4)));
    const SharedPlace b_lane = place_in(b.elements, first * b_row + col * 4 + x * quad);
    Quad left[2][8], right[2][4];  // of this term and the next
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) read_in_order(left[0][i], a_lane + i * 8 * a_row);
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 4; ++h) read_in_order(right[0][h], b_lane + h * 4 * quad);
    // After the last terms the first ones are read again, for nobody.
    SharedPlace b_now = b_lane;
    HIPPUZZLE_UNROLL_BY(1)
    for (unsigned l = 4; l <= Terms; l += 8) {
      const SharedPlace b_after = b_lane + (l + 4) % Terms * b_row;
      const SharedPlace a_mid = a_lane ^ (l * 4);
      const SharedPlace a_after = a_lane ^ ((l + 4) % Terms * 4);
      HIPPUZZLE_UNROLL
      for (unsigned t = 0; t < 8; ++t) {
        const SharedPlace b_next = t < 7 ? b_now + (t + 1) * b_row : b_after;
        HIPPUZZLE_UNROLL
        for (unsigned h = 0; h < 4; ++h)
          read_in_order(right[(t + 1) % 2][h], b_next + h * 4 * quad);
        const SharedPlace a_next = t < 4 ? a_mid : a_after;
        HIPPUZZLE_UNROLL
        for (unsigned i = t % 4 * 2; i < t % 4 * 2 + 2; ++i)
          read_in_order(left[(t / 4 + 1) % 2][i], a_next + i * 8 * a_row);
        add_term(left[t / 4], t % 4, right[t % 2]);
      }
      b_now = b_after;
    }
  }

  // To and fro, so that each multiply-add shares a factor with the one before.
  __device__ __forceinline__ void add_term(const Quad (&left)[8], unsigned t,
                                           const Quad (&right)[4]) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned step = 0; step < 16; ++step) {
        const unsigned j = i % 2 == 0 ? step : 15 - step;
        multiply_add_in_order(sums[i][j], left[i][t], right[j / 4][j % 4]);
      }
    }
  }

  // Puts the lanes' i-th rows to rows first + y of a matrix in shared memory that begins at `rows`,
  // neighbours exchanged.
  template <unsigned Stride>
  __device__ __forceinline__ void put_row(float* rows, unsigned i, unsigned first,
                                          unsigned lane) const {
    HIPPUZZLE_UNROLL
    for (unsigned h = 0; h < 4; ++h) {
      Quad quad;
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) quad[exchanged(e)] = sums[i][h * 4 + e];
      *reinterpret_cast<Quad*>(rows + (first + y_of(lane)) * Stride + h * 16 + x_of(lane) * 4) =
          quad;
    }
  }
  // Four neighbours of what put_row() has put, in order again.
  __device__ static Quad take_quad(const float* from) {
    const Quad put = *reinterpret_cast<const Quad*>(from);
    Quad quad;
    HIPPUZZLE_UNROLL
    for (unsigned e = 0; e < 4; ++e) quad[e] = put[exchanged(e)];
    return quad;
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
        store_quad_anywhere(c, m, n, row + i * 8 + r, col + j,
                            take_quad(shared.elements + r * ResultRows::stride + j));
      }
    }
  }
};
