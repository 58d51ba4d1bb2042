// Split k: if C, or its last round, has fewer tiles than the device has multiprocessors, several
// blocks compute slices of a tile's k, and add their sums in global memory.
#pragma once

#include <algorithm>
#include <hippuzzle/atomic.hpp>
#include <hippuzzle/matrix/cluster.hpp>
#include <hippuzzle/matrix/persistent.hpp>
#include <hippuzzle/matrix/stream_k.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/portable.hpp>

#include "parts/float4.hpp"
#include "parts/k_slices.hpp"
#include "parts/problem.hpp"

// The work of a block in a grid that has one block for each of work_items().
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

// Adds the 64 x N sums of a product that was computed transposed, see store_transposed().
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

inline constexpr unsigned clear_threads = 256;

// Zeros, written while the next launch already multiplies.
static __global__ void __launch_bounds__(clear_threads) clear_sums(float* sums, std::size_t count) {
  hippuzzle::let_next_launch_start();
  const std::size_t stride = std::size_t{gridDim.x} * clear_threads, whole = count / 4;
  const std::size_t first = std::size_t{blockIdx.x} * clear_threads + threadIdx.x;
  for (std::size_t i = first; i < whole; i += stride) reinterpret_cast<Float4*>(sums)[i] = Float4{};
  if (first < count % 4) sums[whole * 4 + first] = 0;
}

namespace launchers {

// Zeros in C, where slices are added to it. A kernel that is launched early after this clearing
// calls wait_for_last_launch() before it writes to C.
inline hipError_t clear_for(unsigned slices, const Problem<float>& p) {
  if (slices == 1) return hipSuccess;
  const std::size_t count = std::size_t{p.m} * p.n;
  if constexpr (!by_engine) return hipMemsetAsync(p.c, 0, count * sizeof *p.c, p.stream);
  const std::size_t blocks = (count / 4 + clear_threads - 1) / clear_threads;
  const std::size_t most = std::size_t{multiprocessors()} * 8;
  hipLaunchKernelGGL(clear_sums,
                     dim3(static_cast<unsigned>(std::clamp(blocks, std::size_t{1}, most))),
                     dim3(clear_threads), 0, p.stream, p.c, count);
  return hipGetLastError();
}
inline LaunchStart start_for(unsigned slices) {
  return slices > 1 ? LaunchStart::early : LaunchStart::behind;
}

}  // namespace launchers
