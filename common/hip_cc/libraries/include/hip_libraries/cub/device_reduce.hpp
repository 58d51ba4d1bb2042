// hipCUB's reductions and scans of arrays. The host computes them in the order of the elements when
// they are called, so a result is the same in every run.
//
// As in hipCUB a call whose temporary storage is null says how much is wanted, and does nothing
// else. What an operation accumulates in has the type of its inputs and its result together, so a
// sum of bytes in an int does not wrap.
#pragma once

#include <hip_libraries/cub/iterators.hpp>

namespace hipcub {
namespace detail {

// True when the call only asks for the size; a byte is enough, and null is no storage.
inline bool asks_for_size(const void* storage, size_t& bytes) {
  if (storage) return false;
  bytes = 1;
  return true;
}

// Earlier work of the stream comes first.
inline hipError_t arrive(hipStream_t stream) { return hipStreamSynchronize(stream); }

template <typename In, typename Out, bool both_numbers>
struct AccumulatorOf {
  using type = In;
};
template <typename In, typename Out>
struct AccumulatorOf<In, Out, true> {
  using type = std::common_type_t<In, Out>;
};
template <typename In, typename Out>
using Accumulator =
    typename AccumulatorOf<In, Out, std::is_arithmetic_v<In> && std::is_arithmetic_v<Out>>::type;

// The type that is stored through an iterator, or the other one where it does not say.
template <typename Out, typename Otherwise>
using stored_type = std::conditional_t<std::is_void_v<value_of<Out>>, Otherwise, value_of<Out>>;

// Scans [0, n); `same(i)` says whether element i goes on with the segment of i - 1.
template <typename T, typename In, typename Out, typename Op, typename Same, typename Count>
void scan(In in, Out out, Op op, bool inclusive, bool has_initial, T initial, Count n, Same same) {
  T before = initial;
  bool is_first = !has_initial;
  for (Count i = 0; i < n; ++i) {
    if (i > 0 && !same(i)) {
      before = initial;
      is_first = !has_initial;
    }
    const T value = static_cast<T>(in[i]);
    const T next = is_first ? value : static_cast<T>(op(before, value));
    out[i] = inclusive ? next : before;
    before = next;
    is_first = false;
  }
}

}  // namespace detail

struct DeviceReduce {
  template <typename In, typename Out, typename Count, typename Op, typename T>
  static hipError_t Reduce(void* storage, size_t& bytes, In in, Out out, Count n, Op op, T initial,
                           hipStream_t stream = nullptr, bool = false) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    using Input = detail::value_of<In>;
    detail::Accumulator<Input, detail::stored_type<Out, T>> result = initial;
    for (Count i = 0; i < n; ++i) result = op(result, static_cast<decltype(result)>(in[i]));
    *out = result;
    return hipSuccess;
  }
  template <typename In, typename Out, typename Count>
  static hipError_t Sum(void* storage, size_t& bytes, In in, Out out, Count n,
                        hipStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, n, hipcub::Sum(), detail::value_of<In>(), stream);
  }
  template <typename In, typename Out, typename Count>
  static hipError_t Min(void* storage, size_t& bytes, In in, Out out, Count n,
                        hipStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, n, hipcub::Min(), Traits<detail::value_of<In>>::Max(),
                  stream);
  }
  template <typename In, typename Out, typename Count>
  static hipError_t Max(void* storage, size_t& bytes, In in, Out out, Count n,
                        hipStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, n, hipcub::Max(), Traits<detail::value_of<In>>::Lowest(),
                  stream);
  }
  // Of equal elements the first counts.
  template <typename In, typename Out, typename Count>
  static hipError_t ArgMin(void* storage, size_t& bytes, In in, Out out, Count n,
                           hipStream_t stream = nullptr, bool = false) {
    return arg(storage, bytes, in, out, n, hipcub::ArgMin(), Traits<detail::value_of<In>>::Max(),
               stream);
  }
  template <typename In, typename Out, typename Count>
  static hipError_t ArgMax(void* storage, size_t& bytes, In in, Out out, Count n,
                           hipStream_t stream = nullptr, bool = false) {
    return arg(storage, bytes, in, out, n, hipcub::ArgMax(), Traits<detail::value_of<In>>::Lowest(),
               stream);
  }
  template <typename Keys, typename UniqueOut, typename Values, typename Sums, typename RunCount,
            typename Op, typename Count>
  static hipError_t ReduceByKey(void* storage, size_t& bytes, Keys keys, UniqueOut unique,
                                Values values, Sums sums, RunCount runs, Op op, Count n,
                                hipStream_t stream = nullptr, bool = false) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    Count run = 0;
    for (Count i = 0; i < n; ++run) {
      unique[run] = keys[i];
      detail::value_of<Values> sum = values[i];
      for (++i; i < n && keys[i] == keys[i - 1]; ++i) sum = op(sum, values[i]);
      sums[run] = sum;
    }
    *runs = run;
    return hipSuccess;
  }

 private:
  // An empty range gives key 1 and the value that any element beats.
  template <typename In, typename Out, typename Count, typename Op, typename T>
  static hipError_t arg(void* storage, size_t& bytes, In in, Out out, Count n, Op op, T worst,
                        hipStream_t stream) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    KeyValuePair<int, T> best(1, worst);
    for (Count i = 0; i < n; ++i) {
      const KeyValuePair<int, T> here(static_cast<int>(i), in[i]);
      best = i == 0 ? here : op(best, here);
    }
    *out = best;
    return hipSuccess;
  }
};

// Segment s is [begins[s], ends[s]).
struct DeviceSegmentedReduce {
  template <typename In, typename Out, typename Begins, typename Ends, typename Op, typename T>
  static hipError_t Reduce(void* storage, size_t& bytes, In in, Out out, int segments,
                           Begins begins, Ends ends, Op op, T initial, hipStream_t stream = nullptr,
                           bool = false) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    for (int s = 0; s < segments; ++s) {
      const hipError_t error = DeviceReduce::Reduce(storage, bytes, in + begins[s], out + s,
                                                    ends[s] - begins[s], op, initial, stream);
      if (error != hipSuccess) return error;
    }
    return hipSuccess;
  }
  template <typename In, typename Out, typename Begins, typename Ends>
  static hipError_t Sum(void* storage, size_t& bytes, In in, Out out, int segments, Begins begins,
                        Ends ends, hipStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, segments, begins, ends, hipcub::Sum(),
                  detail::value_of<In>(), stream);
  }
  template <typename In, typename Out, typename Begins, typename Ends>
  static hipError_t Min(void* storage, size_t& bytes, In in, Out out, int segments, Begins begins,
                        Ends ends, hipStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, segments, begins, ends, hipcub::Min(),
                  Traits<detail::value_of<In>>::Max(), stream);
  }
  template <typename In, typename Out, typename Begins, typename Ends>
  static hipError_t Max(void* storage, size_t& bytes, In in, Out out, int segments, Begins begins,
                        Ends ends, hipStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, segments, begins, ends, hipcub::Max(),
                  Traits<detail::value_of<In>>::Lowest(), stream);
  }
};

struct DeviceScan {
  template <typename In, typename Out, typename Op, typename T, typename Count>
  static hipError_t ExclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, T initial,
                                  Count n, hipStream_t stream = nullptr, bool = false) {
    return run<T>(storage, bytes, in, out, op, false, true, initial, n, stream,
                  [](Count) { return true; });
  }
  template <typename In, typename Out, typename Op, typename Count>
  static hipError_t InclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, Count n,
                                  hipStream_t stream = nullptr, bool = false) {
    using T =
        detail::Accumulator<detail::value_of<In>, detail::stored_type<Out, detail::value_of<In>>>;
    return run<T>(storage, bytes, in, out, op, true, false, T(), n, stream,
                  [](Count) { return true; });
  }
  template <typename In, typename Out, typename Count>
  static hipError_t ExclusiveSum(void* storage, size_t& bytes, In in, Out out, Count n,
                                 hipStream_t stream = nullptr, bool = false) {
    using T =
        detail::Accumulator<detail::value_of<In>, detail::stored_type<Out, detail::value_of<In>>>;
    return ExclusiveScan(storage, bytes, in, out, hipcub::Sum(), T(), n, stream);
  }
  template <typename In, typename Out, typename Count>
  static hipError_t InclusiveSum(void* storage, size_t& bytes, In in, Out out, Count n,
                                 hipStream_t stream = nullptr, bool = false) {
    return InclusiveScan(storage, bytes, in, out, hipcub::Sum(), n, stream);
  }
  // Works in place.
  template <typename InOut, typename Count, std::enable_if_t<std::is_integral_v<Count>, int> = 0>
  static hipError_t ExclusiveSum(void* storage, size_t& bytes, InOut data, Count n,
                                 hipStream_t stream = nullptr) {
    return ExclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <typename InOut, typename Count, std::enable_if_t<std::is_integral_v<Count>, int> = 0>
  static hipError_t InclusiveSum(void* storage, size_t& bytes, InOut data, Count n,
                                 hipStream_t stream = nullptr) {
    return InclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <typename Keys, typename In, typename Out, typename Count, typename Same = Equality>
  static hipError_t ExclusiveSumByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                      Count n, Same same = {}, hipStream_t stream = nullptr,
                                      bool = false) {
    return ExclusiveScanByKey(storage, bytes, keys, in, out, hipcub::Sum(), detail::value_of<In>(),
                              n, same, stream);
  }
  template <typename Keys, typename In, typename Out, typename Op, typename T, typename Count,
            typename Same = Equality>
  static hipError_t ExclusiveScanByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                       Op op, T initial, Count n, Same same = {},
                                       hipStream_t stream = nullptr, bool = false) {
    return run<T>(storage, bytes, in, out, op, false, true, initial, n, stream,
                  [&](Count i) { return same(keys[i - 1], keys[i]); });
  }
  template <typename Keys, typename In, typename Out, typename Count, typename Same = Equality>
  static hipError_t InclusiveSumByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                      Count n, Same same = {}, hipStream_t stream = nullptr,
                                      bool = false) {
    return InclusiveScanByKey(storage, bytes, keys, in, out, hipcub::Sum(), n, same, stream);
  }
  template <typename Keys, typename In, typename Out, typename Op, typename Count,
            typename Same = Equality>
  static hipError_t InclusiveScanByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                       Op op, Count n, Same same = {}, hipStream_t stream = nullptr,
                                       bool = false) {
    using T = detail::value_of<In>;
    return run<T>(storage, bytes, in, out, op, true, false, T(), n, stream,
                  [&](Count i) { return same(keys[i - 1], keys[i]); });
  }

 private:
  template <typename T, typename In, typename Out, typename Op, typename Count, typename Same>
  static hipError_t run(void* storage, size_t& bytes, In in, Out out, Op op, bool inclusive,
                        bool has_initial, T initial, Count n, hipStream_t stream, Same same) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    detail::scan<T>(in, out, op, inclusive, has_initial, initial, n, same);
    return hipSuccess;
  }
};

}  // namespace hipcub
