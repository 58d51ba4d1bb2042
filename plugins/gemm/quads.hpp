// Four neighbours of a row-major matrix at once, with zeros outside: what the rungs from
// `vectorized` on read and write global memory by.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/portable.hpp>
#include <hippuzzle/vector.hpp>

using Quad = hippuzzle::Vector<float, 4>;

// Whether rows of so many elements start at multiples of 16 bytes. Then four elements that begin at
// a multiple of four lie inside the row or outside, all of them.
inline bool in_quads(unsigned columns) { return columns % 4 == 0; }

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
