// Four neighbours of a row-major matrix at once, with zeros outside: what the rungs from
// `vectorized` on read and write global memory by.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/portable.hpp>
#include <hippuzzle/vector.hpp>

using Quad = hippuzzle::Vector<float, 4>;

// Whether rows of so many elements start at multiples of 16 bytes. Then four elements that begin at
// a multiple of four lie inside the row or outside, all of them.
HIPPUZZLE_HD inline bool in_quads(unsigned columns) { return columns % 4 == 0; }

// Elements (row, column) … (row, column + 3); column is a multiple of 4.
template <bool Aligned>
__device__ __forceinline__ Quad load_quad(const float* matrix, unsigned rows, unsigned columns,
                                          unsigned row, unsigned column) {
  Quad quad = {};
  if (row >= rows) return quad;
  const float* from = matrix + size_t{row} * columns + column;
  if constexpr (Aligned) {
    if (column < columns) quad = *reinterpret_cast<const Quad*>(from);
  } else {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      if (column + i < columns) quad[i] = from[i];
    }
  }
  return quad;
}

template <bool Aligned>
__device__ __forceinline__ void store_quad(float* matrix, unsigned rows, unsigned columns,
                                           unsigned row, unsigned column, const Quad& quad) {
  if (row >= rows) return;
  float* to = matrix + size_t{row} * columns + column;
  if constexpr (Aligned) {
    if (column < columns) *reinterpret_cast<Quad*>(to) = quad;
  } else {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      if (column + i < columns) to[i] = quad[i];
    }
  }
}

// The same for rows of any length.
__device__ __forceinline__ void store_quad_anywhere(float* matrix, unsigned rows, unsigned columns,
                                                    unsigned row, unsigned column,
                                                    const Quad& quad) {
  if (in_quads(columns))
    store_quad<true>(matrix, rows, columns, row, column, quad);
  else
    store_quad<false>(matrix, rows, columns, row, column, quad);
}

// Where a tile of B keeps column j of a row: neighbours are exchanged. A register lies in one of
// two banks, by its number's parity. Sums and operands both come by quads, so the sum of column j
// and the operand at place j lie in one bank; a multiply-add of the two that finds its third
// operand in the reuse cache waits for it now and then. The sum of column j ^ 1 lies in the other
// bank.
HIPPUZZLE_HD constexpr unsigned exchanged(unsigned j) { return j ^ 1; }

// A thread's part in bringing Height x Width elements of a matrix to shared memory, by quads that
// wait in registers in between.
template <unsigned Height, unsigned Width, unsigned Threads>
struct QuadTile {
  static constexpr unsigned across = Width / 4, count = Height * across / Threads;
  static constexpr unsigned apart = Threads / across;  // rows between two quads of a thread
  static_assert(count * Threads == Height * across && apart * across == Threads,
                "every thread brings as many quads, which lie below each other");

  Quad quads[count];
  const float* first;  // where the first of the next quads is

  __device__ __forceinline__ void begin(const float* matrix, unsigned columns, unsigned row,
                                        unsigned column, unsigned thread) {
    first = matrix + size_t{row + row_of(0, thread)} * columns + column + column_of(thread);
  }
  // The next tile, all inside; the one after it begins `step` elements further on.
  __device__ __forceinline__ void fetch_whole(unsigned columns, size_t step) {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < count; ++q)
      quads[q] = *reinterpret_cast<const Quad*>(first + size_t{q * apart} * columns);
    first += step;
  }
  // From (row, column) on, with zeros outside.
  template <bool Aligned>
  __device__ __forceinline__ void fetch_tested(const float* matrix, unsigned rows, unsigned columns,
                                               unsigned row, unsigned column, unsigned thread) {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < count; ++q)
      quads[q] = load_quad<Aligned>(matrix, rows, columns, row + row_of(q, thread),
                                    column + column_of(thread));
  }

  __device__ static unsigned row_of(unsigned q, unsigned thread) {
    return thread / across + q * apart;
  }
  __device__ static unsigned column_of(unsigned thread) { return thread % across * 4; }
};

// The same for the tiles of A and B that Depth terms of Rows x Columns outputs need.
template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Threads, bool Aligned>
struct QuadTiles {
  QuadTile<Rows, Depth, Threads> a;
  QuadTile<Depth, Columns, Threads> b;

  // For the outputs from (row, column) on.
  __device__ __forceinline__ void begin(const float* a_matrix, const float* b_matrix, unsigned n,
                                        unsigned k, unsigned row, unsigned column,
                                        unsigned thread) {
    a.begin(a_matrix, k, row, 0, thread);
    b.begin(b_matrix, n, 0, column, thread);
  }

  // The next Depth terms; all lies inside.
  __device__ __forceinline__ void fetch_whole(unsigned n, unsigned k) {
    a.fetch_whole(k, Depth);
    b.fetch_whole(n, size_t{Depth} * n);
  }
  // Terms from `start` on, of the outputs from (row, column) on, with zeros outside.
  __device__ __forceinline__ void fetch_tested(const float* a_matrix, const float* b_matrix,
                                               unsigned m, unsigned n, unsigned k, unsigned row,
                                               unsigned column, unsigned start, unsigned thread) {
    a.template fetch_tested<Aligned>(a_matrix, m, k, row, start, thread);
    b.template fetch_tested<Aligned>(b_matrix, k, n, start, column, thread);
  }

  // A's tile turned, in columns, so that rows are neighbours; B's with neighbours exchanged.
  __device__ __forceinline__ void keep(float (&a_tile)[Depth][Rows + 4],
                                       float (&b_tile)[Depth][Columns], unsigned thread) const {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < a.count; ++q) {
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e)
        a_tile[a.column_of(thread) + e][a.row_of(q, thread)] = a.quads[q][e];
    }
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < b.count; ++q) {
      Quad quad;
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) quad[exchanged(e)] = b.quads[q][e];
      *reinterpret_cast<Quad*>(&b_tile[b.row_of(q, thread)][b.column_of(thread)]) = quad;
    }
  }
};

// A lane's outputs of one row: of every 16 columns from `column` on, 4x … 4x + 3.
template <bool Aligned, unsigned Width>
__device__ __forceinline__ void store_quads(float* matrix, unsigned rows, unsigned columns,
                                            unsigned row, unsigned column, unsigned x,
                                            const float (&values)[Width]) {
  HIPPUZZLE_UNROLL
  for (unsigned h = 0; h < Width / 4; ++h) {
    const Quad quad = {values[h * 4], values[h * 4 + 1], values[h * 4 + 2], values[h * 4 + 3]};
    store_quad<Aligned>(matrix, rows, columns, row, column + h * 16 + x * 4, quad);
  }
}
