// hipCUB's selections, partitions, runs and histograms of arrays.
#pragma once

#include <algorithm>
#include <hip_libraries/cub/device_reduce.hpp>
#include <vector>

namespace hipcub {
namespace detail {

// Keeps the elements that `keep(i)` wants, in their order. In and out may be one array.
template <typename In, typename Out, typename CountOut, typename Count, typename Keep>
hipError_t select(void* storage, size_t& bytes, In in, Out out, CountOut selected, Count n,
                  hipStream_t stream, Keep keep) {
  if (asks_for_size(storage, bytes)) return hipSuccess;
  if (const hipError_t error = arrive(stream)) return error;
  Count kept = 0;
  for (Count i = 0; i < n; ++i) {
    if (keep(i)) out[kept++] = in[i];
  }
  *selected = kept;
  return hipSuccess;
}

// Elements that are wanted come in their order, and behind them the others, the last one first.
template <typename In, typename Out, typename CountOut, typename Count, typename Wants>
hipError_t partition(void* storage, size_t& bytes, In in, Out out, CountOut selected, Count n,
                     hipStream_t stream, Wants wants) {
  if (asks_for_size(storage, bytes)) return hipSuccess;
  if (const hipError_t error = arrive(stream)) return error;
  Count first = 0, last = n;
  for (Count i = 0; i < n; ++i) out[wants(i) ? first++ : --last] = in[i];
  *selected = first;
  return hipSuccess;
}

}  // namespace detail

struct DeviceSelect {
  template <typename In, typename Flags, typename Out, typename CountOut, typename Count>
  static hipError_t Flagged(void* storage, size_t& bytes, In in, Flags flags, Out out,
                            CountOut selected, Count n, hipStream_t stream = nullptr,
                            bool = false) {
    return detail::select(storage, bytes, in, out, selected, n, stream,
                          [=](Count i) { return static_cast<bool>(flags[i]); });
  }
  template <typename In, typename Out, typename CountOut, typename Count, typename Predicate>
  static hipError_t If(void* storage, size_t& bytes, In in, Out out, CountOut selected, Count n,
                       Predicate predicate, hipStream_t stream = nullptr, bool = false) {
    return detail::select(storage, bytes, in, out, selected, n, stream,
                          [&](Count i) { return static_cast<bool>(predicate(in[i])); });
  }
  // The first of each run of equal elements.
  template <typename In, typename Out, typename CountOut, typename Count>
  static hipError_t Unique(void* storage, size_t& bytes, In in, Out out, CountOut selected, Count n,
                           hipStream_t stream = nullptr, bool = false) {
    return detail::select(storage, bytes, in, out, selected, n, stream,
                          [=](Count i) { return i == 0 || !(in[i - 1] == in[i]); });
  }
  template <typename Keys, typename Values, typename KeysOut, typename ValuesOut, typename CountOut,
            typename Count>
  static hipError_t UniqueByKey(void* storage, size_t& bytes, Keys keys, Values values,
                                KeysOut keys_out, ValuesOut values_out, CountOut selected, Count n,
                                hipStream_t stream = nullptr, bool = false) {
    const auto is_first = [=](Count i) { return i == 0 || !(keys[i - 1] == keys[i]); };
    const hipError_t error =
        detail::select(storage, bytes, values, values_out, selected, n, stream, is_first);
    if (!storage || error != hipSuccess) return error;
    return detail::select(storage, bytes, keys, keys_out, selected, n, stream, is_first);
  }
};

struct DevicePartition {
  template <typename In, typename Flags, typename Out, typename CountOut, typename Count>
  static hipError_t Flagged(void* storage, size_t& bytes, In in, Flags flags, Out out,
                            CountOut selected, Count n, hipStream_t stream = nullptr,
                            bool = false) {
    return detail::partition(storage, bytes, in, out, selected, n, stream,
                             [=](Count i) { return static_cast<bool>(flags[i]); });
  }
  template <typename In, typename Out, typename CountOut, typename Count, typename Predicate>
  static hipError_t If(void* storage, size_t& bytes, In in, Out out, CountOut selected, Count n,
                       Predicate predicate, hipStream_t stream = nullptr, bool = false) {
    return detail::partition(storage, bytes, in, out, selected, n, stream,
                             [&](Count i) { return static_cast<bool>(predicate(in[i])); });
  }
};

struct DeviceRunLengthEncode {
  template <typename In, typename UniqueOut, typename Lengths, typename RunCount, typename Count>
  static hipError_t Encode(void* storage, size_t& bytes, In in, UniqueOut unique, Lengths lengths,
                           RunCount runs, Count n, hipStream_t stream = nullptr, bool = false) {
    return DeviceReduce::ReduceByKey(storage, bytes, in, unique, ConstantInputIterator<int>(1),
                                     lengths, runs, hipcub::Sum(), n, stream);
  }
  // Runs of two and more: where they begin and how long they are.
  template <typename In, typename Offsets, typename Lengths, typename RunCount, typename Count>
  static hipError_t NonTrivialRuns(void* storage, size_t& bytes, In in, Offsets offsets,
                                   Lengths lengths, RunCount runs, Count n,
                                   hipStream_t stream = nullptr, bool = false) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    Count run = 0;
    for (Count begin = 0, end; begin < n; begin = end) {
      end = begin + 1;
      while (end < n && in[end] == in[begin]) ++end;
      if (end - begin < 2) continue;
      offsets[run] = begin;
      lengths[run++] = end - begin;
    }
    *runs = run;
    return hipSuccess;
  }
};

// Counts are added up in arrays that the call clears first; samples outside all bins count nowhere.
struct DeviceHistogram {
  template <typename In, typename Counter, typename Level, typename Count>
  static hipError_t HistogramEven(void* storage, size_t& bytes, In in, Counter* histogram,
                                  int levels, Level lower, Level upper, Count n,
                                  hipStream_t stream = nullptr, bool = false) {
    Counter* histograms[1] = {histogram};
    const int all_levels[1] = {levels};
    const Level lowers[1] = {lower}, uppers[1] = {upper};
    return MultiHistogramEven<1, 1>(storage, bytes, in, histograms, all_levels, lowers, uppers, n,
                                    stream);
  }
  template <int channels, int active, typename In, typename Counter, typename Levels,
            typename Bounds, typename Count>
  static hipError_t MultiHistogramEven(void* storage, size_t& bytes, In in,
                                       Counter* const (&histograms)[active], const Levels& levels,
                                       const Bounds& lowers, const Bounds& uppers, Count pixels,
                                       hipStream_t stream = nullptr, bool = false) {
    return run<channels, active>(
        storage, bytes, in, histograms, levels, pixels, stream, [&](auto sample, int c) {
          const auto lower = lowers[c], upper = uppers[c];
          if (!(sample >= lower && sample < upper)) return -1;
          if constexpr (std::is_floating_point_v<std::decay_t<decltype(lower)>>) {
            const auto bins = static_cast<std::decay_t<decltype(lower)>>(levels[c] - 1);
            return std::min(static_cast<int>((sample - lower) * (bins / (upper - lower))),
                            levels[c] - 2);
          } else {
            const auto bins = static_cast<unsigned long long>(levels[c] - 1);
            return static_cast<int>(static_cast<unsigned long long>(sample - lower) * bins /
                                    static_cast<unsigned long long>(upper - lower));
          }
        });
  }
  template <typename In, typename Counter, typename Level, typename Count>
  static hipError_t HistogramRange(void* storage, size_t& bytes, In in, Counter* histogram,
                                   int levels, const Level* bounds, Count n,
                                   hipStream_t stream = nullptr, bool = false) {
    Counter* histograms[1] = {histogram};
    const int all_levels[1] = {levels};
    const Level* all_bounds[1] = {bounds};
    return MultiHistogramRange<1, 1>(storage, bytes, in, histograms, all_levels, all_bounds, n,
                                     stream);
  }
  template <int channels, int active, typename In, typename Counter, typename Levels,
            typename Bounds, typename Count>
  static hipError_t MultiHistogramRange(void* storage, size_t& bytes, In in,
                                        Counter* const (&histograms)[active], const Levels& levels,
                                        const Bounds& bounds, Count pixels,
                                        hipStream_t stream = nullptr, bool = false) {
    return run<channels, active>(
        storage, bytes, in, histograms, levels, pixels, stream, [&](auto sample, int c) {
          const auto* const begin = bounds[c];
          const auto above = std::upper_bound(begin, begin + levels[c], sample);
          return above == begin + levels[c] ? -1 : static_cast<int>(above - begin) - 1;
        });
  }

 private:
  template <int channels, int active, typename In, typename Counter, typename Levels,
            typename Count, typename Bin>
  static hipError_t run(void* storage, size_t& bytes, In in, Counter* const (&histograms)[active],
                        const Levels& levels, Count pixels, hipStream_t stream, Bin bin_of) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    for (int c = 0; c < active; ++c) std::fill_n(histograms[c], levels[c] - 1, Counter(0));
    for (Count pixel = 0; pixel < pixels; ++pixel) {
      for (int c = 0; c < active; ++c) {
        const int bin = bin_of(in[pixel * channels + c], c);
        if (bin >= 0) ++histograms[c][bin];
      }
    }
    return hipSuccess;
  }
};

struct DeviceAdjacentDifference {
  template <typename In, typename Out, typename Count, typename Op = Difference>
  static hipError_t SubtractLeftCopy(void* storage, size_t& bytes, In in, Out out, Count n,
                                     Op op = {}, hipStream_t stream = nullptr, bool = false) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    for (Count i = n; i-- > 0;) {
      if (i == 0)
        out[i] = in[i];
      else
        out[i] = op(in[i], in[i - 1]);
    }
    return hipSuccess;
  }
  template <typename InOut, typename Count, typename Op = Difference>
  static hipError_t SubtractLeft(void* storage, size_t& bytes, InOut data, Count n, Op op = {},
                                 hipStream_t stream = nullptr, bool = false) {
    return SubtractLeftCopy(storage, bytes, data, data, n, op, stream);
  }
};

struct DeviceFor {
  template <typename In, typename Count, typename Op>
  static hipError_t ForEachN(In in, Count n, Op op, hipStream_t stream = nullptr) {
    if (const hipError_t error = detail::arrive(stream)) return error;
    for (Count i = 0; i < n; ++i) op(in[i]);
    return hipSuccess;
  }
  template <typename Count, typename Op>
  static hipError_t Bulk(Count n, Op op, hipStream_t stream = nullptr) {
    if (const hipError_t error = detail::arrive(stream)) return error;
    for (Count i = 0; i < n; ++i) op(i);
    return hipSuccess;
  }
};

// Device memory straight from HIP; nothing is kept for later.
struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned, unsigned, unsigned, size_t, bool = false, bool = false) {}
  hipError_t DeviceAllocate(void** pointer, size_t bytes, hipStream_t = nullptr) {
    return hipMalloc(pointer, bytes);
  }
  hipError_t DeviceFree(void* pointer) { return hipFree(pointer); }
  hipError_t FreeAllCached() { return hipSuccess; }
};

}  // namespace hipcub
