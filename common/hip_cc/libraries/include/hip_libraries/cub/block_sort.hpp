// hipCUB's sorts of a block. Thread 0 finds the order, by digits or by merging, in the shared
// storage; all threads bring and take. Both keep the order of equal keys.
#pragma once

#include <hip_libraries/cub/block_load_store.hpp>

namespace hipcub {
namespace detail {

// Sorts the numbers of `n` keys by 8 bits of the key at a time.
template <typename Keys, typename Number>
void radix_order(Keys& keys, int n, Number* order, Number* other, int* counts, int begin, int end,
                 bool descending) {
  for (int i = 0; i < n; ++i) order[i] = static_cast<Number>(i);
  for (int bit = begin; bit < end; bit += 8) {
    const int stop = bit + 8 < end ? bit + 8 : end;
    const auto digit_of = [&](int i) {
      return static_cast<int>(digit(keys[order[i]], bit, stop, descending));
    };
    for (int d = 0; d < 256; ++d) counts[d] = 0;
    for (int i = 0; i < n; ++i) ++counts[digit_of(i)];
    for (int d = 0, before = 0; d < 256; ++d) {
      const int count = counts[d];
      counts[d] = before;
      before += count;
    }
    for (int i = 0; i < n; ++i) other[counts[digit_of(i)]++] = order[i];
    for (int i = 0; i < n; ++i) order[i] = other[i];
  }
}

// The same by comparing: runs of 1, 2, 4, ... are merged.
template <typename Keys, typename Number, typename Less>
void merge_order(Keys& keys, int n, Number* order, Number* other, Less less) {
  for (int i = 0; i < n; ++i) order[i] = static_cast<Number>(i);
  for (int run = 1; run < n; run *= 2) {
    for (int begin = 0; begin < n; begin += 2 * run) {
      const int middle = begin + run < n ? begin + run : n;
      const int end = middle + run < n ? middle + run : n;
      for (int to = begin, a = begin, b = middle; to < end; ++to) {
        const bool second = a == middle || (b < end && less(keys[order[b]], keys[order[a]]));
        other[to] = order[second ? b++ : a++];
      }
    }
    for (int i = 0; i < n; ++i) order[i] = other[i];
  }
}

// Keys and values go through the same cells, one after the other.
template <typename Key, typename Value, int n>
struct SortStorage {
  union {
    Cells<Key, n> keys;
    Cells<Value, n> values;
  };
  unsigned short order[2][n];
  int counts[256];
};

// Brings all threads' keys, orders them, takes them at the new places; then the values.
template <int threads, typename Key, typename Value, int items, typename Storage, typename Find>
void sort_block(Storage& storage, Key (&keys)[items], Value* values, bool to_striped, Find find) {
  static_assert(threads * items <= 65536, "a block sorts 65536 keys at most");
  const int me = thread_number();
  const int first = to_striped ? me : me * items, step = to_striped ? threads : 1;
  for (int i = 0; i < items; ++i) storage.keys.put(me * items + i, keys[i]);
  __syncthreads();
  if (me == 0) find(storage);
  __syncthreads();
  for (int i = 0; i < items; ++i) keys[i] = storage.keys[storage.order[0][first + i * step]];
  if constexpr (!std::is_same_v<Value, NullType>) {
    if (!values) return;
    __syncthreads();
    for (int i = 0; i < items; ++i) storage.values.put(me * items + i, values[i]);
    __syncthreads();
    for (int i = 0; i < items; ++i) values[i] = storage.values[storage.order[0][first + i * step]];
  }
}

}  // namespace detail

template <typename Key, int dim_x, int items, typename Value = NullType, int = 4, bool = false,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int dim_y = 1, int dim_z = 1,
          int = HIPCUB_ARCH>
class BlockRadixSort {
  static constexpr int threads = dim_x * dim_y * dim_z, bits = 8 * sizeof(Key);

 public:
  using TempStorage = detail::SortStorage<Key, Value, threads * items>;
  explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
  BlockRadixSort() : storage_(own()) {}

#define HIP_LIBRARIES_SORT(name, descending, to_striped)                               \
  void name(Key(&keys)[items], int begin = 0, int end = bits) {                        \
    run(keys, nullptr, begin, end, descending, to_striped);                            \
  }                                                                                    \
  void name(Key(&keys)[items], Value(&values)[items], int begin = 0, int end = bits) { \
    run(keys, values, begin, end, descending, to_striped);                             \
  }
  HIP_LIBRARIES_SORT(Sort, false, false)
  HIP_LIBRARIES_SORT(SortDescending, true, false)
  HIP_LIBRARIES_SORT(SortBlockedToStriped, false, true)
  HIP_LIBRARIES_SORT(SortDescendingBlockedToStriped, true, true)
#undef HIP_LIBRARIES_SORT

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  void run(Key (&keys)[items], Value* values, int begin, int end, bool descending, bool striped) {
    detail::sort_block<threads>(storage_, keys, values, striped, [=](TempStorage& storage) {
      detail::radix_order(storage.keys, threads * items, storage.order[0], storage.order[1],
                          storage.counts, begin, end, descending);
    });
  }
  TempStorage& storage_;
};

template <typename Key, int dim_x, int items, typename Value = NullType, int dim_y = 1,
          int dim_z = 1>
class BlockMergeSort {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  using TempStorage = detail::SortStorage<Key, Value, threads * items>;
  explicit BlockMergeSort(TempStorage& storage) : storage_(storage) {}
  BlockMergeSort() : storage_(own()) {}

  template <typename Less>
  void Sort(Key (&keys)[items], Less less) {
    run(keys, static_cast<Value*>(nullptr), less, threads * items);
  }
  template <typename Less>
  void Sort(Key (&keys)[items], Value (&values)[items], Less less) {
    run(keys, static_cast<Value*>(values), less, threads * items);
  }
  // The first `valid` of the keys are there; the others come behind them.
  template <typename Less>
  void Sort(Key (&keys)[items], Less less, int valid, Key) {
    run(keys, static_cast<Value*>(nullptr), less, valid);
  }
  template <typename Less>
  void StableSort(Key (&keys)[items], Less less) {
    Sort(keys, less);
  }
  template <typename Less>
  void StableSort(Key (&keys)[items], Value (&values)[items], Less less) {
    Sort(keys, values, less);
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  template <typename Less>
  void run(Key (&keys)[items], Value* values, Less less, int valid) {
    detail::sort_block<threads>(storage_, keys, values, false, [=](TempStorage& storage) {
      detail::merge_order(storage.keys, valid, storage.order[0], storage.order[1], less);
      for (int i = valid; i < threads * items; ++i)
        storage.order[0][i] = static_cast<unsigned short>(i);
    });
  }
  TempStorage& storage_;
};

}  // namespace hipcub
