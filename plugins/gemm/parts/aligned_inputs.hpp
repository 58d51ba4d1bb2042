// A and B as the tensor copy engine takes them: it wants rows that start at multiples of 16 bytes.
// A matrix with other rows is copied, with zeros after each row, before the product starts.
//
// Floor: each byte of such a matrix is read and written once more, 64 MiB for 4096 x 4096 in BF16,
// compared with 128 GFLOP. Fetching the tiles by hand instead reads each of them in a warp that
// waits for every single one: 10 to 50 times as long as by the engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <hippuzzle/matrix/cluster.hpp>
#include <hippuzzle/matrix/persistent.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/stream_memory.hpp>
#include <hippuzzle/vector.hpp>

#include "parts/engine_rows.hpp"
#include "parts/problem.hpp"

// rows x columns elements, and where they go, `pitch` apart. Without a `to` there is nothing to do.
template <class T>
struct RowsToAlign {
  const T* from;
  T* to;
  unsigned rows, columns, pitch;
};

inline constexpr unsigned align_threads = 256;
// The number of four-byte words of a row that a warp copies at once, four a lane.
inline constexpr unsigned align_words = 128;

// y: which of the two.
template <class T>
__global__ void __launch_bounds__(align_threads) align_rows(RowsToAlign<T> a, RowsToAlign<T> b) {
  using namespace hippuzzle;
  constexpr unsigned per_word = 4 / sizeof(T), per_lane = align_words / 32;
  using Word = Vector<T, per_word>;
  let_next_launch_start();
  const RowsToAlign<T> it = blockIdx.y == 0 ? a : b;
  if (it.to == nullptr) return;
  const unsigned words = it.pitch / per_word, segments = (words + align_words - 1) / align_words;
  const unsigned warps = align_threads / 32, lane = threadIdx.x % 32;
  for (unsigned item = blockIdx.x * warps + threadIdx.x / 32; item < it.rows * segments;
       item += gridDim.x * warps) {
    const unsigned row = item / segments, first = item % segments * align_words + lane;
    const T* const from = it.from + std::size_t{row} * it.columns;
    T* const to = it.to + std::size_t{row} * it.pitch;
    Word values[per_lane];
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < per_lane; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < per_word; ++e) {
        const unsigned column = (first + i * 32) * per_word + e;
        values[i][static_cast<int>(e)] = column < it.columns ? from[column] : T{};
      }
    }
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < per_lane; ++i) {
      const unsigned word = first + i * 32;
      if (word < words) *reinterpret_cast<Word*>(to + std::size_t{word} * per_word) = values[i];
    }
  }
}

namespace launchers {

template <class T>
class AlignedInputs {
 public:
  // Inputs of a problem; copies are made on its stream if needed. B is k x n, or transposed.
  template <class Output>
  explicit AlignedInputs(const Problem<T, Output>& p, bool is_transposed = false)
      : a_{p.a, nullptr, p.m, p.k, pitch_of(p.k)},
        b_{p.b, nullptr, is_transposed ? p.n : p.k, is_transposed ? p.k : p.n,
           pitch_of(is_transposed ? p.k : p.n)},
        copies_((size_of(a_) + size_of(b_)) * sizeof(T), p.stream),
        error_(copies_.error()) {
    auto* const copies = static_cast<T*>(copies_.data());
    if (copies == nullptr) return;
    if (size_of(a_) != 0) a_.to = copies;
    if (size_of(b_) != 0) b_.to = copies + size_of(a_);
    const unsigned warps = std::max(warps_of(a_), warps_of(b_));
    const unsigned blocks = (warps + align_threads / 32 - 1) / (align_threads / 32);
    hipLaunchKernelGGL(align_rows<T>, dim3(std::min(blocks, multiprocessors() * 8), 2),
                       dim3(align_threads), 0, p.stream, a_, b_);
    error_ = hipGetLastError();
  }

  hipError_t error() const { return error_; }

  // The start of a kernel that calls wait_for_last_launch() before its first fetch: while copies
  // are made, if there are any.
  LaunchStart start() const {
    return copies_.data() != nullptr ? LaunchStart::early : LaunchStart::behind;
  }

  // box_rows: the number of a box's rows that are fetched.
  template <class Box>
  TensorMap<Box> map_a(unsigned box_rows = Box::rows) const {
    return map<Box>(a_, box_rows);
  }
  template <class Box>
  TensorMap<Box> map_b(unsigned box_rows = Box::rows) const {
    return map<Box>(b_, box_rows);
  }

 private:
  // Whole lines of the cache, which are fetched faster than parts of two.
  static unsigned pitch_of(unsigned columns) {
    return static_cast<unsigned>(copied_row_bytes<T>(columns) / sizeof(T));
  }
  // Elements of a copy; 0 where the matrix is taken as it is.
  static std::size_t size_of(const RowsToAlign<T>& it) {
    const bool is_aligned =
        takes_rows<T>(it.columns) && reinterpret_cast<std::uintptr_t>(it.from) % engine_bytes == 0;
    return is_aligned ? 0 : std::size_t{it.rows} * it.pitch;
  }
  static unsigned warps_of(const RowsToAlign<T>& it) {
    constexpr unsigned elements = align_words * 4 / sizeof(T);
    return it.to == nullptr ? 0 : it.rows * ((it.pitch + elements - 1) / elements);
  }
  template <class Box>
  static TensorMap<Box> map(const RowsToAlign<T>& it, unsigned box_rows) {
    if (it.to == nullptr) return TensorMap<Box>(it.from, it.rows, it.columns, box_rows);
    return TensorMap<Box>(it.to, it.rows, it.pitch, box_rows);
  }

  RowsToAlign<T> a_, b_;
  StreamMemory copies_;  // of both, A's first
  hipError_t error_;
};

}  // namespace launchers
