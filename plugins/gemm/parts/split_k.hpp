// Split k: where tiles of C are fewer than multiprocessors, or those of a last round are, each is
// computed in slices of k by several blocks, which add their sums in global memory.
#pragma once

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/matrix/stream_k.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/portable.hpp>

#include "parts/float4.hpp"
#include "parts/k_slices.hpp"

// What a block of a grid does that has one for each of work_items().
struct OneItem {
  unsigned tiles, k_tiles;
  KSlices how;
  unsigned block;

  HIPPUZZLE_HD unsigned count() const { return block < work_items(tiles, how) ? 1 : 0; }
  HIPPUZZLE_HD hippuzzle::TileSlice operator[](unsigned) const {
    const SlicedTile item = sliced_tile(block, tiles, how, k_tiles);
    return {item.tile, item.first, item.end};
  }
};

// Adds both to neighbours in global memory; `at` lies at a multiple of 8 bytes.
__device__ __forceinline__ void add_pair(float* at, float first, float second) {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %2};" ::"l"(at), "f"(first),
               "f"(second)
               : "memory");
#else
  hippuzzle::atomic_add(at, first);
  hippuzzle::atomic_add(at + 1, second);
#endif
}

// Adds to elements (row, column) … (row, column + 3) of a matrix whose rows have any length.
__device__ __forceinline__ void add_float4(float* matrix, unsigned rows, unsigned columns,
                                           unsigned row, unsigned column, const Float4& v) {
  if (row >= rows) return;
  float* const at = matrix + std::size_t{row} * columns + column;
  if (columns % 2 == 0) {
    if (column < columns) add_pair(at, v[0], v[1]);
    if (column + 2 < columns) add_pair(at + 2, v[2], v[3]);
    return;
  }
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 4; ++i) {
    if (column + i < columns) hippuzzle::atomic_add(at + i, v[static_cast<int>(i)]);
  }
}

// Adds a warpgroup's 64 x N sums to (row, col) of the m x n matrix c.
template <int N>
__device__ __forceinline__ void add_sums(float* c, unsigned m, unsigned n, unsigned row,
                                         unsigned col, const hippuzzle::Accumulator<N>& sums,
                                         unsigned thread) {
  const bool in_pairs = n % 2 == 0;
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; i += 2) {
    const unsigned r = row + sums.row(thread, i), s = col + sums.column(thread, i);
    float* const at = c + size_t{r} * n + s;
    if (r >= m || s >= n) continue;
    if (in_pairs) {
      add_pair(at, sums.values[i], sums.values[i + 1]);
    } else {
      hippuzzle::atomic_add(at, sums.values[i]);
      if (s + 1 < n) hippuzzle::atomic_add(at + 1, sums.values[i + 1]);
    }
  }
}

// The same of a product that was computed transposed, see store_transposed().
template <int N>
__device__ __forceinline__ void add_transposed(float* c, unsigned m, unsigned n, unsigned row,
                                               unsigned col, const hippuzzle::Accumulator<N>& sums,
                                               unsigned thread) {
  const bool in_pairs = n % 2 == 0;
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; i += 4) {
    // Rows of the sums 8 apart are neighbouring columns of c.
    const unsigned s = col + hippuzzle::transposed_column(sums.row(thread, i));
    HIPPUZZLE_UNROLL
    for (int j = 0; j < 2; ++j) {
      const unsigned r = row + sums.column(thread, i + j);
      float* const at = c + size_t{r} * n + s;
      if (r >= m || s >= n) continue;
      if (in_pairs) {
        add_pair(at, sums.values[i + j], sums.values[i + j + 2]);
      } else {
        hippuzzle::atomic_add(at, sums.values[i + j]);
        if (s + 1 < n) hippuzzle::atomic_add(at + 1, sums.values[i + j + 2]);
      }
    }
  }
}

namespace launchers {

// Zeros in C, where slices are added to it.
template <class P>
hipError_t clear_for(unsigned slices, const P& p) {
  if (slices == 1) return hipSuccess;
  return hipMemsetAsync(p.c, 0, std::size_t{p.m} * p.n * sizeof *p.c, p.stream);
}

}  // namespace launchers
