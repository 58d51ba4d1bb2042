// hipCUB's ways to move a block's tile between memory and registers, and between arrangements of
// it: blocked, where a thread holds neighbours, and striped, where neighbouring threads do.
#pragma once

#include <hip_libraries/cub/types.hpp>

namespace hipcub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

// Item i of thread `me` is element first + i * step of the tile; `valid` elements are there.
namespace detail {
template <typename In, typename T, int items>
void load(In in, T (&to)[items], int first, int step, int valid) {
  for (int i = 0; i < items; ++i) {
    if (first + i * step < valid) to[i] = in[first + i * step];
  }
}
template <typename Out, typename T, int items>
void store(Out out, const T (&from)[items], int first, int step, int valid) {
  for (int i = 0; i < items; ++i) {
    if (first + i * step < valid) out[first + i * step] = from[i];
  }
}
inline constexpr int all = std::numeric_limits<int>::max();

inline int first_of_warp(int me, int items) {
  return me / HIPCUB_WARP_THREADS * HIPCUB_WARP_THREADS * items + me % HIPCUB_WARP_THREADS;
}
}  // namespace detail

#define HIP_LIBRARIES_DIRECT(name, head, first, step)                                     \
  head void LoadDirect##name(int me, In in, T(&to)[items]) {                              \
    detail::load(in, to, first, step, detail::all);                                       \
  }                                                                                       \
  head void LoadDirect##name(int me, In in, T(&to)[items], int valid) {                   \
    detail::load(in, to, first, step, valid);                                             \
  }                                                                                       \
  head void StoreDirect##name(int me, In out, T(&from)[items], int valid = detail::all) { \
    detail::store(out, from, first, step, valid);                                         \
  }
#define HIP_LIBRARIES_HEAD template <typename T, int items, typename In>
#define HIP_LIBRARIES_HEAD_OF_BLOCK template <int threads, typename T, int items, typename In>
HIP_LIBRARIES_DIRECT(Blocked, HIP_LIBRARIES_HEAD, me* items, 1)
HIP_LIBRARIES_DIRECT(Striped, HIP_LIBRARIES_HEAD_OF_BLOCK, me, threads)
HIP_LIBRARIES_DIRECT(WarpStriped, HIP_LIBRARIES_HEAD, detail::first_of_warp(me, items),
                     HIPCUB_WARP_THREADS)
#undef HIP_LIBRARIES_DIRECT
#undef HIP_LIBRARIES_HEAD
#undef HIP_LIBRARIES_HEAD_OF_BLOCK

template <typename T, int items, typename In, typename Default>
void LoadDirectBlocked(int me, In in, T (&to)[items], int valid, Default otherwise) {
  for (T& item : to) item = otherwise;
  LoadDirectBlocked(me, in, to, valid);
}
template <int threads, typename T, int items, typename In, typename Default>
void LoadDirectStriped(int me, In in, T (&to)[items], int valid, Default otherwise) {
  for (T& item : to) item = otherwise;
  LoadDirectStriped<threads>(me, in, to, valid);
}
template <typename T, int items>
void LoadDirectBlockedVectorized(int me, T* in, T (&to)[items]) {
  LoadDirectBlocked(me, in, to);
}
template <typename T, int items>
void StoreDirectBlockedVectorized(int me, T* out, T (&from)[items]) {
  StoreDirectBlocked(me, out, from);
}

template <typename T, int dim_x, int items, bool = false, int dim_y = 1, int dim_z = 1,
          int = HIPCUB_ARCH>
class BlockExchange {
  static constexpr int threads = dim_x * dim_y * dim_z;

 public:
  struct TempStorage {
    detail::Cells<T, threads * items> values;
  };
  explicit BlockExchange(TempStorage& storage) : storage_(storage) {}
  BlockExchange() : storage_(own()) {}

  template <typename Other>
  void StripedToBlocked(const T (&in)[items], Other (&out)[items]) {
    move(in, out, me_, threads, me_ * items, 1);
  }
  template <typename Other>
  void BlockedToStriped(const T (&in)[items], Other (&out)[items]) {
    move(in, out, me_ * items, 1, me_, threads);
  }
  template <typename Other>
  void WarpStripedToBlocked(const T (&in)[items], Other (&out)[items]) {
    move(in, out, detail::first_of_warp(me_, items), HIPCUB_WARP_THREADS, me_ * items, 1);
  }
  template <typename Other>
  void BlockedToWarpStriped(const T (&in)[items], Other (&out)[items]) {
    move(in, out, me_ * items, 1, detail::first_of_warp(me_, items), HIPCUB_WARP_THREADS);
  }
  template <typename Other, typename Rank>
  void ScatterToBlocked(const T (&in)[items], Other (&out)[items], Rank (&ranks)[items]) {
    scatter(in, ranks, out, me_ * items, 1);
  }
  template <typename Other, typename Rank>
  void ScatterToStriped(const T (&in)[items], Other (&out)[items], Rank (&ranks)[items]) {
    scatter(in, ranks, out, me_, threads);
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  template <typename Other>
  void move(const T (&in)[items], Other (&out)[items], int from, int from_step, int to,
            int to_step) {
    for (int i = 0; i < items; ++i) storage_.values.put(from + i * from_step, in[i]);
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = storage_.values[to + i * to_step];
  }
  template <typename Other, typename Rank>
  void scatter(const T (&in)[items], Rank (&ranks)[items], Other (&out)[items], int to,
               int to_step) {
    for (int i = 0; i < items; ++i) storage_.values.put(static_cast<int>(ranks[i]), in[i]);
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = storage_.values[to + i * to_step];
  }

  TempStorage& storage_;
  const int me_ = detail::thread_number();
};

namespace detail {
// The memory through which loads and stores exchange values, where their arrangement is another.
template <typename T, int dim_x, int items, int dim_y, int dim_z, bool transposes>
struct Transposition {
  using Exchange = BlockExchange<T, dim_x, items, false, dim_y, dim_z>;
  using TempStorage = typename Exchange::TempStorage;
};
template <typename T, int dim_x, int items, int dim_y, int dim_z>
struct Transposition<T, dim_x, items, dim_y, dim_z, false> {
  struct TempStorage {};
};
}  // namespace detail

template <typename T, int dim_x, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT,
          int dim_y = 1, int dim_z = 1, int = HIPCUB_ARCH>
class BlockLoad {
  static constexpr int threads = dim_x * dim_y * dim_z;
  static constexpr bool transposes = algorithm >= BLOCK_LOAD_TRANSPOSE;
  using Transposition = detail::Transposition<T, dim_x, items, dim_y, dim_z, transposes>;

 public:
  using TempStorage = typename Transposition::TempStorage;
  explicit BlockLoad(TempStorage& storage) : storage_(storage) {}
  BlockLoad() : storage_(own()) {}

  template <typename In>
  void Load(In in, T (&to)[items], int valid = detail::all) {
    const int me = detail::thread_number();
    if constexpr (transposes) {
      detail::load(in, to, me, threads, valid);
      typename Transposition::Exchange(storage_).StripedToBlocked(to, to);
    } else {
      const bool striped = algorithm == BLOCK_LOAD_STRIPED;
      detail::load(in, to, striped ? me : me * items, striped ? threads : 1, valid);
    }
  }
  template <typename In, typename Default>
  void Load(In in, T (&to)[items], int valid, Default otherwise) {
    for (T& item : to) item = otherwise;
    Load(in, to, valid);
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

template <typename T, int dim_x, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT,
          int dim_y = 1, int dim_z = 1, int = HIPCUB_ARCH>
class BlockStore {
  static constexpr int threads = dim_x * dim_y * dim_z;
  static constexpr bool transposes = algorithm >= BLOCK_STORE_TRANSPOSE;
  using Transposition = detail::Transposition<T, dim_x, items, dim_y, dim_z, transposes>;

 public:
  using TempStorage = typename Transposition::TempStorage;
  explicit BlockStore(TempStorage& storage) : storage_(storage) {}
  BlockStore() : storage_(own()) {}

  template <typename Out>
  void Store(Out out, T (&from)[items], int valid = detail::all) {
    const int me = detail::thread_number();
    if constexpr (transposes) {
      T striped[items];
      typename Transposition::Exchange(storage_).BlockedToStriped(from, striped);
      detail::store(out, striped, me, threads, valid);
    } else {
      const bool striped = algorithm == BLOCK_STORE_STRIPED;
      detail::store(out, from, striped ? me : me * items, striped ? threads : 1, valid);
    }
  }

 private:
  static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

}  // namespace hipcub
