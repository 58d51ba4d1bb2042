// hipCUB's sorts of arrays. All of them keep the order of equal keys.
#pragma once

#include <algorithm>
#include <hip_libraries/cub/device_reduce.hpp>
#include <numeric>
#include <vector>

namespace hipcub {
namespace detail {

// The order of [0, n) when it is sorted by `less`, which compares indices.
template <typename Less>
std::vector<size_t> sorted_indices(size_t n, Less less) {
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

template <typename In, typename Out>
void gather(In in, Out out, const std::vector<size_t>& order) {
  std::vector<value_of<In>> copy;
  copy.reserve(order.size());
  for (const size_t from : order) copy.push_back(in[from]);
  for (size_t i = 0; i < copy.size(); ++i) out[i] = copy[i];
}

// Sorts by bits of the keys, and values beside them unless they are null.
template <typename Key, typename Value>
void radix_sort(const Key* in, Key* out, const Value* values_in, Value* values_out, size_t n,
                int begin, int end, bool descending) {
  std::vector<typename Traits<Key>::UnsignedBits> digits(n);
  for (size_t i = 0; i < n; ++i) digits[i] = digit(in[i], begin, end, descending);
  const auto order = sorted_indices(n, [&](size_t a, size_t b) { return digits[a] < digits[b]; });
  gather(in, out, order);
  if constexpr (!std::is_same_v<Value, NullType>) gather(values_in, values_out, order);
}

}  // namespace detail

struct DeviceRadixSort {
#define HIP_LIBRARIES_SORT(suffix, descending)                                                     \
  template <typename Key, typename Count>                                                          \
  static hipError_t SortKeys##suffix(void* storage, size_t& bytes, const Key* in, Key* out,        \
                                     Count n, int begin = 0, int end = 8 * sizeof(Key),            \
                                     hipStream_t stream = nullptr, bool = false) {                 \
    const NullType* none = nullptr;                                                                \
    return run(storage, bytes, in, out, none, static_cast<NullType*>(nullptr), n, begin, end,      \
               stream, descending);                                                                \
  }                                                                                                \
  template <typename Key, typename Count>                                                          \
  static hipError_t SortKeys##suffix(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,        \
                                     Count n, int begin = 0, int end = 8 * sizeof(Key),            \
                                     hipStream_t stream = nullptr, bool = false) {                 \
    const hipError_t error =                                                                       \
        SortKeys##suffix(storage, bytes, keys.Current(), keys.Alternate(), n, begin, end, stream); \
    if (storage && error == hipSuccess) keys.selector ^= 1;                                        \
    return error;                                                                                  \
  }                                                                                                \
  template <typename Key, typename Value, typename Count>                                          \
  static hipError_t SortPairs##suffix(void* storage, size_t& bytes, const Key* in, Key* out,       \
                                      const Value* values_in, Value* values_out, Count n,          \
                                      int begin = 0, int end = 8 * sizeof(Key),                    \
                                      hipStream_t stream = nullptr, bool = false) {                \
    return run(storage, bytes, in, out, values_in, values_out, n, begin, end, stream, descending); \
  }                                                                                                \
  template <typename Key, typename Value, typename Count>                                          \
  static hipError_t SortPairs##suffix(                                                             \
      void* storage, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, Count n, \
      int begin = 0, int end = 8 * sizeof(Key), hipStream_t stream = nullptr, bool = false) {      \
    const hipError_t error =                                                                       \
        SortPairs##suffix(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),      \
                          values.Alternate(), n, begin, end, stream);                              \
    if (storage && error == hipSuccess) {                                                          \
      keys.selector ^= 1;                                                                          \
      values.selector ^= 1;                                                                        \
    }                                                                                              \
    return error;                                                                                  \
  }
  HIP_LIBRARIES_SORT(, false)
  HIP_LIBRARIES_SORT(Descending, true)
#undef HIP_LIBRARIES_SORT

 private:
  template <typename Key, typename Value, typename Count>
  static hipError_t run(void* storage, size_t& bytes, const Key* in, Key* out, const Value* values,
                        Value* values_out, Count n, int begin, int end, hipStream_t stream,
                        bool descending) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    detail::radix_sort(in, out, values, values_out, static_cast<size_t>(n), begin, end, descending);
    return hipSuccess;
  }
};

// Elements outside all segments stay unwritten.
struct DeviceSegmentedRadixSort {
#define HIP_LIBRARIES_SORT(suffix, descending)                                                     \
  template <typename Key, typename Begins, typename Ends>                                          \
  static hipError_t SortKeys##suffix(void* storage, size_t& bytes, const Key* in, Key* out, int n, \
                                     int segments, Begins begins, Ends ends, int begin = 0,        \
                                     int end = 8 * sizeof(Key), hipStream_t stream = nullptr,      \
                                     bool = false) {                                               \
    const NullType* none = nullptr;                                                                \
    return run(storage, bytes, in, out, none, static_cast<NullType*>(nullptr), n, segments,        \
               begins, ends, begin, end, stream, descending);                                      \
  }                                                                                                \
  template <typename Key, typename Value, typename Begins, typename Ends>                          \
  static hipError_t SortPairs##suffix(                                                             \
      void* storage, size_t& bytes, const Key* in, Key* out, const Value* values_in,               \
      Value* values_out, int n, int segments, Begins begins, Ends ends, int begin = 0,             \
      int end = 8 * sizeof(Key), hipStream_t stream = nullptr, bool = false) {                     \
    return run(storage, bytes, in, out, values_in, values_out, n, segments, begins, ends, begin,   \
               end, stream, descending);                                                           \
  }
  HIP_LIBRARIES_SORT(, false)
  HIP_LIBRARIES_SORT(Descending, true)
#undef HIP_LIBRARIES_SORT

 private:
  template <typename Key, typename Value, typename Begins, typename Ends>
  static hipError_t run(void* storage, size_t& bytes, const Key* in, Key* out, const Value* values,
                        Value* values_out, int, int segments, Begins begins, Ends ends, int begin,
                        int end, hipStream_t stream, bool descending) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    for (int s = 0; s < segments; ++s) {
      const auto first = begins[s];
      if (ends[s] <= first) continue;
      detail::radix_sort(in + first, out + first, values ? values + first : values,
                         values_out ? values_out + first : values_out,
                         static_cast<size_t>(ends[s] - first), begin, end, descending);
    }
    return hipSuccess;
  }
};

struct DeviceMergeSort {
  template <typename Keys, typename Count, typename Less>
  static hipError_t SortKeys(void* storage, size_t& bytes, Keys keys, Count n, Less less,
                             hipStream_t stream = nullptr, bool = false) {
    return run(storage, bytes, keys, n, less, stream, [](const std::vector<size_t>&) {});
  }
  template <typename Keys, typename Values, typename Count, typename Less>
  static hipError_t SortPairs(void* storage, size_t& bytes, Keys keys, Values values, Count n,
                              Less less, hipStream_t stream = nullptr, bool = false) {
    return run(storage, bytes, keys, n, less, stream,
               [&](const std::vector<size_t>& order) { detail::gather(values, values, order); });
  }
  template <typename Keys, typename Count, typename Less>
  static hipError_t StableSortKeys(void* storage, size_t& bytes, Keys keys, Count n, Less less,
                                   hipStream_t stream = nullptr, bool = false) {
    return SortKeys(storage, bytes, keys, n, less, stream);
  }
  template <typename Keys, typename Values, typename Count, typename Less>
  static hipError_t StableSortPairs(void* storage, size_t& bytes, Keys keys, Values values, Count n,
                                    Less less, hipStream_t stream = nullptr, bool = false) {
    return SortPairs(storage, bytes, keys, values, n, less, stream);
  }

 private:
  template <typename Keys, typename Count, typename Less, typename Then>
  static hipError_t run(void* storage, size_t& bytes, Keys keys, Count n, Less less,
                        hipStream_t stream, Then then) {
    if (detail::asks_for_size(storage, bytes)) return hipSuccess;
    if (const hipError_t error = detail::arrive(stream)) return error;
    const auto order = detail::sorted_indices(
        static_cast<size_t>(n), [&](size_t a, size_t b) { return less(keys[a], keys[b]); });
    detail::gather(keys, keys, order);
    then(order);
    return hipSuccess;
  }
};

}  // namespace hipcub
