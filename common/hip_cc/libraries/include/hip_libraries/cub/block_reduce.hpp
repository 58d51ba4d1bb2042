// hipCUB's reduction and scans of a block. Thread 0 combines what all have put into the shared
// storage, in the order of the threads: the same result for every run, for operators that do not
// commute as well. As in hipCUB a barrier belongs between two uses of one storage; the checker
// finds a missing one.
#pragma once

#include <hip_libraries/cub/types.hpp>

namespace hipcub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
};
enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS,
};

// The result is thread 0's.
template <typename T, int dim_x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int dim_y = 1,
          int dim_z = 1, int = HIPCUB_ARCH>
class BlockReduce {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  struct TempStorage {
    detail::Cells<T, threads> values;
  };

  explicit BlockReduce(TempStorage& storage) : storage_(storage) {}
  BlockReduce() : storage_(own()) {}

  template <typename Op>
  T Reduce(const T& input, Op op) {
    return Reduce(input, op, threads);
  }
  template <typename Op>
  T Reduce(const T& input, Op op, int valid) {
    const int me = detail::thread_number();
    storage_.values.put(me, input);
    __syncthreads();
    T result = input;
    if (me != 0) return result;
    for (int i = 1; i < valid; ++i) result = op(result, storage_.values[i]);
    return result;
  }
  template <int items, typename Op>
  T Reduce(T (&input)[items], Op op) {
    T sum = input[0];
    for (int i = 1; i < items; ++i) sum = op(sum, input[i]);
    return Reduce(sum, op);
  }
  T Sum(const T& input) { return Reduce(input, hipcub::Sum()); }
  T Sum(const T& input, int valid) { return Reduce(input, hipcub::Sum(), valid); }
  template <int items>
  T Sum(T (&input)[items]) {
    return Reduce(input, hipcub::Sum());
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

template <typename T, int dim_x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int dim_y = 1,
          int dim_z = 1, int = HIPCUB_ARCH>
class BlockScan {
  static constexpr int threads = dim_x * dim_y * dim_z;
  struct NoPrefix {};

 public:
  struct TempStorage {
    detail::Cells<T, threads> values;
    detail::Cells<T, 2> of_block;  // the sum of all inputs, and what comes before the first

    // The value before a thread's, in the cell that another thread fills, as on a GPU: so the next
    // use races with this one unless a barrier comes between them.
    T& before(int thread) { return thread == 0 ? of_block[1] : values[thread - 1]; }
    void put_before(int thread, const T& value) {
      thread == 0 ? of_block.put(1, value) : values.put(thread - 1, value);
    }
  };

  explicit BlockScan(TempStorage& storage) : storage_(storage) {}
  BlockScan() : storage_(own()) {}

#define HIP_LIBRARIES_SCAN_SUM(name, scan, ...)                                      \
  void name(T input, T& output) {                                                    \
    T sum;                                                                           \
    name(input, output, sum);                                                        \
  }                                                                                  \
  void name(T input, T& output, T& sum) { scan(input, output, __VA_ARGS__, sum); }   \
  template <typename Prefix>                                                         \
  std::enable_if_t<std::is_class_v<Prefix> && std::is_invocable_v<Prefix&, T>> name( \
      T input, T& output, Prefix& prefix) {                                          \
    T in[1] = {input}, out[1], sum;                                                  \
    run(in, out, is_##scan, nullptr, hipcub::Sum(), sum, &prefix);                   \
    output = out[0];                                                                 \
  }                                                                                  \
  template <int items>                                                               \
  void name(T(&input)[items], T(&output)[items]) {                                   \
    T sum;                                                                           \
    name(input, output, sum);                                                        \
  }                                                                                  \
  template <int items>                                                               \
  void name(T(&input)[items], T(&output)[items], T& sum) {                           \
    scan(input, output, __VA_ARGS__, sum);                                           \
  }                                                                                  \
  template <int items, typename Prefix>                                              \
  std::enable_if_t<std::is_class_v<Prefix> && std::is_invocable_v<Prefix&, T>> name( \
      T(&input)[items], T(&output)[items], Prefix& prefix) {                         \
    T sum;                                                                           \
    run(input, output, is_##scan, nullptr, hipcub::Sum(), sum, &prefix);             \
  }

  HIP_LIBRARIES_SCAN_SUM(InclusiveSum, InclusiveScan, hipcub::Sum())
  HIP_LIBRARIES_SCAN_SUM(ExclusiveSum, ExclusiveScan, T(), hipcub::Sum())
#undef HIP_LIBRARIES_SCAN_SUM

  // Without an initial value the first output is not defined.
  template <typename Op>
  void ExclusiveScan(T input, T& output, Op op) {
    T sum;
    ExclusiveScan(input, output, op, sum);
  }
  template <typename Op>
  std::enable_if_t<std::is_invocable_v<Op&, T, T>> ExclusiveScan(T input, T& output, Op op,
                                                                 T& sum) {
    T in[1] = {input}, out[1];
    run<1, Op, NoPrefix>(in, out, false, nullptr, op, sum, nullptr);
    output = out[0];
  }
  template <typename Op>
  std::enable_if_t<std::is_invocable_v<Op&, T, T>> ExclusiveScan(T input, T& output, T initial,
                                                                 Op op) {
    T sum;
    ExclusiveScan(input, output, initial, op, sum);
  }
  template <typename Op>
  void ExclusiveScan(T input, T& output, T initial, Op op, T& sum) {
    T in[1] = {input}, out[1];
    run<1, Op, NoPrefix>(in, out, false, &initial, op, sum, nullptr);
    output = out[0];
  }
  template <typename Op, typename Prefix>
  std::enable_if_t<std::is_class_v<Prefix> && std::is_invocable_v<Prefix&, T>> ExclusiveScan(
      T input, T& output, Op op, Prefix& prefix) {
    T in[1] = {input}, out[1], sum;
    run(in, out, false, nullptr, op, sum, &prefix);
    output = out[0];
  }
  template <int items, typename Op>
  void ExclusiveScan(T (&input)[items], T (&output)[items], T initial, Op op) {
    T sum;
    ExclusiveScan(input, output, initial, op, sum);
  }
  template <int items, typename Op>
  void ExclusiveScan(T (&input)[items], T (&output)[items], T initial, Op op, T& sum) {
    run<items, Op, NoPrefix>(input, output, false, &initial, op, sum, nullptr);
  }
  template <int items, typename Op, typename Prefix>
  std::enable_if_t<std::is_class_v<Prefix> && std::is_invocable_v<Prefix&, T>> ExclusiveScan(
      T (&input)[items], T (&output)[items], Op op, Prefix& prefix) {
    T sum;
    run(input, output, false, nullptr, op, sum, &prefix);
  }
  template <typename Op>
  void InclusiveScan(T input, T& output, Op op) {
    T sum;
    InclusiveScan(input, output, op, sum);
  }
  template <typename Op>
  void InclusiveScan(T input, T& output, Op op, T& sum) {
    T in[1] = {input}, out[1];
    run<1, Op, NoPrefix>(in, out, true, nullptr, op, sum, nullptr);
    output = out[0];
  }
  template <int items, typename Op>
  void InclusiveScan(T (&input)[items], T (&output)[items], Op op) {
    T sum;
    InclusiveScan(input, output, op, sum);
  }
  template <int items, typename Op>
  void InclusiveScan(T (&input)[items], T (&output)[items], Op op, T& sum) {
    run<items, Op, NoPrefix>(input, output, true, nullptr, op, sum, nullptr);
  }
  template <int items, typename Op, typename Prefix>
  std::enable_if_t<std::is_class_v<Prefix> && std::is_invocable_v<Prefix&, T>> InclusiveScan(
      T (&input)[items], T (&output)[items], Op op, Prefix& prefix) {
    T sum;
    run(input, output, true, nullptr, op, sum, &prefix);
  }

 private:
  static constexpr bool is_InclusiveScan = true, is_ExclusiveScan = false;

  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }

  // The value before the first one: the initial value, what the callback says, or nothing.
  template <int items, typename Op, typename Prefix>
  void run(const T (&input)[items], T (&output)[items], bool inclusive, const T* initial, Op op,
           T& sum, Prefix* prefix) {
    const int me = detail::thread_number();
    T mine = input[0];
    for (int i = 1; i < items; ++i) mine = op(mine, input[i]);
    storage_.values.put(me, mine);
    __syncthreads();
    if (me == 0) sum_before_each(op, initial, prefix);
    __syncthreads();
    sum = storage_.of_block[0];
    bool is_first = me == 0 && !initial && !prefix;
    T before = is_first ? input[0] : storage_.before(me);
    for (int i = 0; i < items; ++i) {
      const T next = is_first ? input[i] : op(before, input[i]);
      output[i] = inclusive ? next : before;
      before = next;
      is_first = false;
    }
  }

  template <typename Op, typename Prefix>
  void sum_before_each(Op op, const T* initial, Prefix* prefix) {
    T sum = storage_.values[0];
    for (int i = 1; i < threads; ++i) sum = op(sum, storage_.values[i]);
    storage_.of_block.put(0, sum);
    bool is_first = true;
    T before = sum;
    if constexpr (!std::is_same_v<Prefix, NoPrefix>) {
      before = (*prefix)(sum);
      is_first = false;
    } else if (initial) {
      before = *initial;
      is_first = false;
    }
    for (int i = 0; i < threads; ++i) {
      const T next = is_first ? storage_.values[i] : op(before, storage_.values[i]);
      if (!is_first) storage_.put_before(i, before);
      before = next;
      is_first = false;
    }
  }

  TempStorage& storage_;
};

}  // namespace hipcub
