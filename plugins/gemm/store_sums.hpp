// Writing a warpgroup's sums from registers to global memory.
#pragma once

#include <hippuzzle/warpgroup.hpp>

// Two neighbours of a row go together where rows have an even number of elements.
__device__ __forceinline__ void store_pair(float* at, float first, float second) {
  *reinterpret_cast<hippuzzle::Vector<float, 2>*>(at) = {first, second};
}
__device__ __forceinline__ void store_pair(hippuzzle::Bf16* at, float first, float second) {
  using Pair = hippuzzle::Vector<hippuzzle::Bf16, 2>;
  *reinterpret_cast<Pair*>(at) = Pair{{hippuzzle::to_bf16(first), hippuzzle::to_bf16(second)}};
}
__device__ __forceinline__ void store_one(float* at, float value) { *at = value; }
__device__ __forceinline__ void store_one(hippuzzle::Bf16* at, float value) {
  *at = hippuzzle::to_bf16(value);
}

// The 64 x N sums go to (row, col) of the m x n matrix c. Four lanes write 8 neighbours of a row.
template <class Output, int N>
__device__ __forceinline__ void store_sums(Output* c, unsigned m, unsigned n, unsigned row,
                                           unsigned col, const hippuzzle::Accumulator<N>& sums,
                                           unsigned thread) {
  if (row + 64 <= m && col + N <= n && n % 2 == 0) {
    // All inside: addresses are constants apart.
    Output* const upper = c + size_t{row + sums.row(thread, 0)} * n + col + sums.column(thread, 0);
    Output* const lower = upper + size_t{8} * n;
    HIPPUZZLE_UNROLL
    for (int i = 0; i < sums.size; i += 4) {
      store_pair(upper + i * 2, sums.values[i], sums.values[i + 1]);
      store_pair(lower + i * 2, sums.values[i + 2], sums.values[i + 3]);
    }
    return;
  }
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; ++i) {
    const unsigned r = row + sums.row(thread, i), s = col + sums.column(thread, i);
    if (r < m && s < n) store_one(c + size_t{r} * n + s, sums.values[i]);
  }
}

// The same of a product computed turned: its rows are columns of c, from col on, its columns rows,
// from row on. Eight lanes write 8 neighbours of a row.
template <int N>
__device__ __forceinline__ void store_turned(float* c, unsigned m, unsigned n, unsigned row,
                                             unsigned col, const hippuzzle::Accumulator<N>& sums,
                                             unsigned thread) {
  if (row + N <= m && col + 64 <= n) {
    float* at = c + size_t{row + sums.column(thread, 0)} * n + col + sums.row(thread, 0);
    HIPPUZZLE_UNROLL
    for (int i = 0; i < sums.size; i += 4, at += size_t{8} * n) {
      at[0] = sums.values[i];
      at[n] = sums.values[i + 1];
      at[8] = sums.values[i + 2];
      at[n + 8] = sums.values[i + 3];
    }
    return;
  }
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; ++i) {
    const unsigned r = row + sums.column(thread, i), s = col + sums.row(thread, i);
    if (r < m && s < n) c[size_t{r} * n + s] = sums.values[i];
  }
}
