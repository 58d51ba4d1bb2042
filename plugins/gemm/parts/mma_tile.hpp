// A warp's tile of 64 x 64 outputs on matrix cores: the fragments of two k blocks, one multiplied
// while the other is read, and the sums, all in registers. A k block is the part of k that one
// product of the cores takes.
#pragma once

#include <hippuzzle/matrix/matrix_core.hpp>
#include <hippuzzle/vector.hpp>

template <class T>
struct MmaTile {
  using Core = hippuzzle::MatrixCore<T>;
  static constexpr unsigned rows = 64, columns = 64;
  static constexpr unsigned lefts = rows / Core::rows, rights = columns / Core::columns;

  typename Core::Left left[2][lefts];
  typename Core::Right right[2][rights];
  typename Core::Sums sums[lefts][rights];

  // The fragments of a k block, from `row` of A's box and `col` of B's on.
  template <class BoxA, class BoxB>
  __device__ void read(const BoxA& a, unsigned row, const BoxB& b, unsigned col, unsigned k_block,
                       unsigned lane) {
    const unsigned first_k = k_block * Core::tile_k;
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < lefts; ++i)
      left[k_block % 2][i] = Core::left(a, row, first_k, lane, i);
    HIPPUZZLE_UNROLL
    for (unsigned j = 0; j < rights; ++j)
      right[k_block % 2][j] = Core::right(b, first_k, col, lane, j);
  }

  __device__ void clear() {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < lefts; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned j = 0; j < rights; ++j) sums[i][j] = {};
    }
  }

  __device__ void multiply(unsigned k_block) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < lefts; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned j = 0; j < rights; ++j)
        Core::multiply_add(sums[i][j], left[k_block % 2][i], right[k_block % 2][j]);
    }
  }

  // Writes the part of the tile from (row, col) on that is inside C. Aligned: rows of C start at
  // multiples of 16 bytes, and so do tiles, so that the sums of a run lie all in or all outside.
  template <bool Aligned>
  __device__ void store(float* c, unsigned m, unsigned n, unsigned row, unsigned col,
                        unsigned lane) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < lefts; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned j = 0; j < rights; ++j) {
        HIPPUZZLE_UNROLL
        for (int e = 0; e < Core::size; e += Core::run)
          store_run<Aligned>(c, m, n, row + i * Core::rows + Core::row(lane, e),
                             col + j * Core::columns + Core::column(lane, e), sums[i][j], e);
      }
    }
  }

 private:
  // A run of a lane's sums, which are neighbours in row `row` from `col` on.
  template <bool Aligned>
  __device__ static void store_run(float* c, unsigned m, unsigned n, unsigned row, unsigned col,
                                   const typename Core::Sums& sums, int first) {
    using Run = hippuzzle::Vector<float, Core::run>;
    if (row >= m) return;
    float* const to = c + size_t{row} * n + col;
    if constexpr (Aligned) {
      Run run;
      HIPPUZZLE_UNROLL
      for (int e = 0; e < Core::run; ++e) run[e] = sums[first + e];
      if (col < n) *reinterpret_cast<Run*>(to) = run;
    } else {
      HIPPUZZLE_UNROLL
      for (int e = 0; e < Core::run; ++e)
        if (col + e < n) to[e] = sums[first + e];
    }
  }
};
