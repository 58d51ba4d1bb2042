// Writing a warpgroup's sums from registers to global memory.
#pragma once

#include <cstdint>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/vector.hpp>
#include <hippuzzle/warp.hpp>

// Four lanes hold 16 neighbours of a row: lane l elements 2l, 2l + 1 (values[0] and [1]) and 8 +
// 2l, 9 + 2l (values[4] and [5]). Together they write whole sectors of 32 bytes.
__device__ __forceinline__ void store_16(float* row, const float* values, unsigned l) {
  using Pair = hippuzzle::Vector<float, 2>;
  *reinterpret_cast<Pair*>(row + 2 * l) = {values[0], values[1]};
  *reinterpret_cast<Pair*>(row + 8 + 2 * l) = {values[4], values[5]};
}
// Eight two-byte elements are only half a sector: lanes exchange pairs until each has four
// neighbours, the even lanes of the first eight, the odd lanes of the others.
__device__ __forceinline__ void store_16(hippuzzle::Bf16* row, const float* values, unsigned l) {
  using namespace hippuzzle;
  using Four = Vector<Bf16, 4>;
  const bool odd = l % 2 == 1;
  const std::uint32_t first = bf16_pair(values[0], values[1]),
                      second = bf16_pair(values[4], values[5]);
  const std::uint32_t other = shfl_xor(odd ? first : second, 1);
  const std::uint32_t low = odd ? other : first, high = odd ? second : other;
  *reinterpret_cast<Four*>(row + (odd ? 8 : 0) + l / 2 * 4) = Four{{{std::uint16_t(low)},
                                                                    {std::uint16_t(low >> 16)},
                                                                    {std::uint16_t(high)},
                                                                    {std::uint16_t(high >> 16)}}};
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
  if (row + 64 <= m && col + N <= n && n % 4 == 0) {
    // All inside: addresses are constants apart.
    Output* const upper = c + size_t{row + sums.row(thread, 0)} * n + col;
    Output* const lower = upper + size_t{8} * n;
    HIPPUZZLE_UNROLL
    for (int i = 0; i < sums.size; i += 8) {
      store_16(upper + i * 2, sums.values + i, thread % 4);
      store_16(lower + i * 2, sums.values + i + 2, thread % 4);
    }
    return;
  }
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; ++i) {
    const unsigned r = row + sums.row(thread, i), s = col + sums.column(thread, i);
    if (r < m && s < n) store_one(c + size_t{r} * n + s, sums.values[i]);
  }
}

// Writes the sums of a product computed transposed, with a RegisterOperand: its rows are columns of
// c, from col on, in the order of transposed_column(), its columns rows, from row on. Lanes write 8
// neighbours of a row.
template <int N>
__device__ __forceinline__ void store_transposed(float* c, unsigned m, unsigned n, unsigned row,
                                                 unsigned col,
                                                 const hippuzzle::Accumulator<N>& sums,
                                                 unsigned thread) {
  using Pair = hippuzzle::Vector<float, 2>;
  if (row + N <= m && col + 64 <= n && n % 2 == 0) {
    const unsigned column = hippuzzle::transposed_column(sums.row(thread, 0));
    float* at = c + size_t{row + sums.column(thread, 0)} * n + col + column;
    HIPPUZZLE_UNROLL
    for (int i = 0; i < sums.size; i += 4, at += size_t{8} * n) {
      *reinterpret_cast<Pair*>(at) = {sums.values[i], sums.values[i + 2]};
      *reinterpret_cast<Pair*>(at + n) = {sums.values[i + 1], sums.values[i + 3]};
    }
    return;
  }
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; ++i) {
    const unsigned r = row + sums.column(thread, i);
    const unsigned s = col + hippuzzle::transposed_column(sums.row(thread, i));
    if (r < m && s < n) c[size_t{r} * n + s] = sums.values[i];
  }
}
