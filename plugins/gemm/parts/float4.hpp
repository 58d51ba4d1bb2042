// Reading and writing a row-major matrix in global memory by float4s, four neighbours of a row at
// once, with zeros outside: for the rungs from `vectorized` on.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/portable.hpp>
#include <hippuzzle/vector.hpp>

using Float4 = hippuzzle::Vector<float, 4>;

// Whether rows of that many elements start at multiples of 16 bytes. Then four elements that begin
// at a multiple of four lie inside the row or outside, all of them.
HIPPUZZLE_HD inline bool float4_aligned(unsigned columns) { return columns % 4 == 0; }

// Elements (row, column) … (row, column + 3); column is a multiple of 4.
template <bool Aligned>
__device__ __forceinline__ Float4 load_float4(const float* matrix, unsigned rows, unsigned columns,
                                              unsigned row, unsigned column) {
  Float4 v = {};
  if (row >= rows) return v;
  const float* from = matrix + size_t{row} * columns + column;
  if constexpr (Aligned) {
    if (column < columns) v = *reinterpret_cast<const Float4*>(from);
  } else {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      if (column + i < columns) v[i] = from[i];
    }
  }
  return v;
}

template <bool Aligned>
__device__ __forceinline__ void store_float4(float* matrix, unsigned rows, unsigned columns,
                                             unsigned row, unsigned column, const Float4& v) {
  if (row >= rows) return;
  float* to = matrix + size_t{row} * columns + column;
  if constexpr (Aligned) {
    if (column < columns) *reinterpret_cast<Float4*>(to) = v;
  } else {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      if (column + i < columns) to[i] = v[i];
    }
  }
}

// Stores to rows of any length.
__device__ __forceinline__ void store_float4_anywhere(float* matrix, unsigned rows,
                                                      unsigned columns, unsigned row,
                                                      unsigned column, const Float4& v) {
  if (float4_aligned(columns))
    store_float4<true>(matrix, rows, columns, row, column, v);
  else
    store_float4<false>(matrix, rows, columns, row, column, v);
}

// The place of column j in a row of a tile of B: neighbours are swapped in pairs. A register lies
// in one of two banks, by its number's parity. Sums and operands are both float4s, so the sum of
// column j and the operand at place j share a bank, and a multiply-add of the two sometimes waits
// even if its third operand is in the reuse cache. The sum of column j ^ 1 lies in the other bank.
HIPPUZZLE_HD constexpr unsigned swapped(unsigned j) { return j ^ 1; }

// A thread's part in copying Height x Width elements of a matrix to shared memory: float4s, which
// wait in registers in between.
template <unsigned Height, unsigned Width, unsigned Threads>
struct Float4Tile {
  static constexpr unsigned across = Width / 4, count = Height * across / Threads;
  static constexpr unsigned apart = Threads / across;  // rows between two float4s of a thread
  static_assert(count * Threads == Height * across && apart * across == Threads,
                "every thread copies as many float4s, which lie below each other");

  Float4 float4s[count];
  const float* first;  // the first of the next float4s

  __device__ __forceinline__ void begin(const float* matrix, unsigned columns, unsigned row,
                                        unsigned column, unsigned thread) {
    first = matrix + size_t{row + row_of(0, thread)} * columns + column + column_of(thread);
  }
  // The next tile, all inside; the one after it begins `step` elements further on.
  __device__ __forceinline__ void fetch_whole(unsigned columns, size_t step) {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < count; ++q)
      float4s[q] = *reinterpret_cast<const Float4*>(first + size_t{q * apart} * columns);
    first += step;
  }
  // From (row, column) on, with zeros outside.
  template <bool Aligned>
  __device__ __forceinline__ void fetch_tested(const float* matrix, unsigned rows, unsigned columns,
                                               unsigned row, unsigned column, unsigned thread) {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < count; ++q)
      float4s[q] = load_float4<Aligned>(matrix, rows, columns, row + row_of(q, thread),
                                        column + column_of(thread));
  }

  __device__ static unsigned row_of(unsigned q, unsigned thread) {
    return thread / across + q * apart;
  }
  __device__ static unsigned column_of(unsigned thread) { return thread % across * 4; }
};

// Both operands' part of one K tile, for Rows x Columns outputs.
template <unsigned Rows, unsigned Columns, unsigned TileK, unsigned Threads, bool Aligned>
struct Float4Tiles {
  Float4Tile<Rows, TileK, Threads> a;
  Float4Tile<TileK, Columns, Threads> b;

  // For the outputs from (row, column) on.
  __device__ __forceinline__ void begin(const float* a_matrix, const float* b_matrix, unsigned n,
                                        unsigned k, unsigned row, unsigned column,
                                        unsigned thread) {
    a.begin(a_matrix, k, row, 0, thread);
    b.begin(b_matrix, n, 0, column, thread);
  }

  // The next K tile; all lies inside.
  __device__ __forceinline__ void fetch_whole(unsigned n, unsigned k) {
    a.fetch_whole(k, TileK);
    b.fetch_whole(n, size_t{TileK} * n);
  }
  // From k = `start` on, of the outputs from (row, column) on, with zeros outside.
  __device__ __forceinline__ void fetch_tested(const float* a_matrix, const float* b_matrix,
                                               unsigned m, unsigned n, unsigned k, unsigned row,
                                               unsigned column, unsigned start, unsigned thread) {
    a.template fetch_tested<Aligned>(a_matrix, m, k, row, start, thread);
    b.template fetch_tested<Aligned>(b_matrix, k, n, start, column, thread);
  }

  // A's tile transposed, so that rows are neighbours; B's with neighbours swapped in pairs.
  __device__ __forceinline__ void keep(float (&a_tile)[TileK][Rows + 4],
                                       float (&b_tile)[TileK][Columns], unsigned thread) const {
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < a.count; ++q) {
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e)
        a_tile[a.column_of(thread) + e][a.row_of(q, thread)] = a.float4s[q][e];
    }
    HIPPUZZLE_UNROLL
    for (unsigned q = 0; q < b.count; ++q) {
      Float4 v;
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) v[swapped(e)] = b.float4s[q][e];
      *reinterpret_cast<Float4*>(&b_tile[b.row_of(q, thread)][b.column_of(thread)]) = v;
    }
  }
};

// A lane's outputs of one row: of every 16 columns from `column` on, 4x … 4x + 3.
template <bool Aligned, unsigned Width>
__device__ __forceinline__ void store_float4s(float* matrix, unsigned rows, unsigned columns,
                                              unsigned row, unsigned column, unsigned x,
                                              const float (&values)[Width]) {
  HIPPUZZLE_UNROLL
  for (unsigned h = 0; h < Width / 4; ++h) {
    const Float4 v = {values[h * 4], values[h * 4 + 1], values[h * 4 + 2], values[h * 4 + 3]};
    store_float4<Aligned>(matrix, rows, columns, row, column + h * 16 + x * 4, v);
  }
}
