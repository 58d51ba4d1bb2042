// hipCUB's comparisons of neighbours, shuffles and histograms of a block.
#pragma once

#include <hip_libraries/cub/block_reduce.hpp>

namespace hipcub {

enum BlockHistogramAlgorithm {
  BLOCK_HISTO_SORT,
  BLOCK_HISTO_ATOMIC,
};

namespace detail {
// The first and the last item of each thread, seen by its neighbours.
template <typename T, int threads>
struct Edges {
  Cells<T, threads> first, last;

  template <int items>
  void show(const T (&input)[items]) {
    first.put(thread_number(), input[0]);
    last.put(thread_number(), input[items - 1]);
    __syncthreads();
  }
};

// Operators of flags may take the index of the second item as well.
template <typename Op, typename T>
bool flag(Op& op, const T& a, const T& b, int index) {
  if constexpr (std::is_invocable_v<Op&, const T&, const T&, int>) return op(a, b, index);
  if constexpr (!std::is_invocable_v<Op&, const T&, const T&, int>) return op(a, b);
}
}  // namespace detail

template <typename T, int dim_x, int dim_y = 1, int dim_z = 1, int = HIPCUB_ARCH>
class BlockDiscontinuity {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  using TempStorage = detail::Edges<T, threads>;
  explicit BlockDiscontinuity(TempStorage& storage) : storage_(storage) {}
  BlockDiscontinuity() : storage_(own()) {}

  template <int items, typename Flag, typename Op>
  void FlagHeads(Flag (&heads)[items], T (&input)[items], Op op) {
    storage_.show(input);
    flag_heads(heads, input, op, nullptr);
  }
  template <int items, typename Flag, typename Op>
  void FlagHeads(Flag (&heads)[items], T (&input)[items], Op op, T before) {
    storage_.show(input);
    flag_heads(heads, input, op, &before);
  }
  template <int items, typename Flag, typename Op>
  void FlagTails(Flag (&tails)[items], T (&input)[items], Op op) {
    storage_.show(input);
    flag_tails(tails, input, op, nullptr);
  }
  template <int items, typename Flag, typename Op>
  void FlagTails(Flag (&tails)[items], T (&input)[items], Op op, T behind) {
    storage_.show(input);
    flag_tails(tails, input, op, &behind);
  }
  template <int items, typename Flag, typename Op>
  void FlagHeadsAndTails(Flag (&heads)[items], Flag (&tails)[items], T (&input)[items], Op op) {
    storage_.show(input);
    flag_heads(heads, input, op, nullptr);
    flag_tails(tails, input, op, nullptr);
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  template <int items, typename Flag, typename Op>
  void flag_heads(Flag (&heads)[items], T (&input)[items], Op& op, const T* before) {
    const int me = detail::thread_number();
    if (me > 0) before = &storage_.last[me - 1];
    heads[0] = static_cast<Flag>(!before || detail::flag(op, *before, input[0], me * items));
    for (int i = 1; i < items; ++i)
      heads[i] = static_cast<Flag>(detail::flag(op, input[i - 1], input[i], me * items + i));
  }
  template <int items, typename Flag, typename Op>
  void flag_tails(Flag (&tails)[items], T (&input)[items], Op& op, const T* behind) {
    const int me = detail::thread_number();
    if (me < threads - 1) behind = &storage_.first[me + 1];
    for (int i = 0; i + 1 < items; ++i)
      tails[i] = static_cast<Flag>(detail::flag(op, input[i], input[i + 1], me * items + i + 1));
    tails[items - 1] =
        static_cast<Flag>(!behind || detail::flag(op, input[items - 1], *behind, (me + 1) * items));
  }
  TempStorage& storage_;
};

// The item without a neighbour is copied.
template <typename T, int dim_x, int dim_y = 1, int dim_z = 1, int = HIPCUB_ARCH>
class BlockAdjacentDifference {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  using TempStorage = detail::Edges<T, threads>;
  explicit BlockAdjacentDifference(TempStorage& storage) : storage_(storage) {}
  BlockAdjacentDifference() : storage_(own()) {}

  template <int items, typename Out, typename Op>
  void SubtractLeft(T (&input)[items], Out (&output)[items], Op op) {
    left(input, output, op, nullptr);
  }
  template <int items, typename Out, typename Op>
  void SubtractLeft(T (&input)[items], Out (&output)[items], Op op, T before) {
    left(input, output, op, &before);
  }
  template <int items, typename Out, typename Op>
  void SubtractRight(T (&input)[items], Out (&output)[items], Op op) {
    right(input, output, op, nullptr);
  }
  template <int items, typename Out, typename Op>
  void SubtractRight(T (&input)[items], Out (&output)[items], Op op, T behind) {
    right(input, output, op, &behind);
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  // Operators may take references that are not const.
  template <int items, typename Out, typename Op>
  void left(T (&input)[items], Out (&output)[items], Op& op, T* before) {
    storage_.show(input);
    const int me = detail::thread_number();
    if (me > 0) before = &storage_.last[me - 1];
    for (int i = items - 1; i > 0; --i) output[i] = op(input[i], input[i - 1]);
    output[0] = before ? static_cast<Out>(op(input[0], *before)) : static_cast<Out>(input[0]);
  }
  template <int items, typename Out, typename Op>
  void right(T (&input)[items], Out (&output)[items], Op& op, T* behind) {
    storage_.show(input);
    const int me = detail::thread_number();
    if (me < threads - 1) behind = &storage_.first[me + 1];
    for (int i = 0; i + 1 < items; ++i) output[i] = op(input[i], input[i + 1]);
    T last = input[items - 1];
    output[items - 1] = behind ? static_cast<Out>(op(last, *behind)) : static_cast<Out>(last);
  }
  TempStorage& storage_;
};

// A thread whose source the block does not have keeps its value.
template <typename T, int dim_x, int dim_y = 1, int dim_z = 1, int = HIPCUB_ARCH>
class BlockShuffle {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  struct TempStorage {
    detail::Cells<T, threads> values;
  };
  explicit BlockShuffle(TempStorage& storage) : storage_(storage) {}
  BlockShuffle() : storage_(own()) {}

  void Offset(T input, T& output, int distance = 1) {
    const int from = detail::thread_number() + distance;
    put(input);
    if (from >= 0 && from < threads) output = storage_.values[from];
  }
  void Rotate(T input, T& output, unsigned distance = 1) {
    put(input);
    const unsigned from = static_cast<unsigned>(detail::thread_number()) + distance;
    output = storage_.values[static_cast<int>(from % threads)];
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  void put(const T& input) {
    storage_.values.put(detail::thread_number(), input);
    __syncthreads();
  }
  TempStorage& storage_;
};

template <typename T, int dim_x, int items, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT,
          int dim_y = 1, int dim_z = 1, int = HIPCUB_ARCH>
class BlockHistogram {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  struct TempStorage {};
  explicit BlockHistogram(TempStorage&) {}
  BlockHistogram() = default;

  template <typename Count>
  void InitHistogram(Count histogram[bins]) {
    for (int i = detail::thread_number(); i < bins; i += threads) histogram[i] = 0;
  }
  template <typename Count>
  void Composite(T (&input)[items], Count histogram[bins]) {
    for (const T& item : input) atomicAdd(&histogram[static_cast<int>(item)], Count(1));
  }
  template <typename Count>
  void Histogram(T (&input)[items], Count histogram[bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(input, histogram);
  }
};

}  // namespace hipcub
