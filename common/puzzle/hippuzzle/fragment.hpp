// Fragments: the values of a tile that one thread holds, as a thread-value layout (layout_tv.hpp)
// says, and their way between memory and the thread's registers.
//
//   const auto tiled = make_layout_tv(row_major<16, 16>(), row_major<4, 4>());  // 64 x 64
//   auto values = load_fragment(tiled, matrix.tile<64, 64>(i, j), thread);      // 16 values
//   store_fragment(tiled, values, matrix.tile<64, 64>(i, j), thread);
//
// A fragment has one integral mode, the values in the order of the thread-value layout. Tiles may
// end at their tensor's edge: elements beyond it load as zero and are not stored. Every thread of
// the layout calls with its number, below size<0>(tiled.layout); none waits for another.
#pragma once

#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>

namespace hippuzzle {

// A fragment of as many values as each thread of `Tiled` holds, aligned for vectors of 16 bytes.
template <class T, class Tiled>
using Fragment = StaticTensor<T, Layout<decltype(size<1>(Tiled{}.layout)), Int<1>>,
                              (alignof(T) > 16 ? alignof(T) : 16)>;

// Copies the elements of `from` to the elements of `to`, which has as many, in the order of their
// indices. The size is static.
template <class T, class From, class U, class To>
__device__ inline void copy(const LayoutTensor<T, From>& from, const LayoutTensor<U, To>& to) {
  static_assert(is_static_v<decltype(size(from))> && is_static_v<decltype(size(to))> &&
                    decltype(size(from))::value == decltype(size(to))::value,
                "copy: both tensors have the same static number of elements");
  constexpr int elements = decltype(size(from))::value;
  HIPPUZZLE_UNROLL
  for (int i = 0; i < elements; ++i) to(i) = from(i);
}

// The values of a thread: a view of `tile` with one mode, the values. The view is of the whole
// tile, even where that reaches over its tensor's edge.
template <class TilerT, class LayoutT, class T, class TileT, class Thread>
HIPPUZZLE_HD constexpr auto fragment_of(const TiledLayout<TilerT, LayoutT>& tiled,
                                        const LayoutTensor<T, TileT>& tile, Thread thread) {
  const auto whole = tile.view(make_layout(tiled.tiler, wrap(tile.stride())));
  return composition(whole, tiled.layout)(thread, _);
}

namespace detail {

// Calls function(value, whether the thread's value lies in the tile) for each value; without a test
// for each where the tile is whole.
template <class Tiled, class TensorT, class Thread, class Function>
__device__ inline void for_each_value(const Tiled& tiled, const TensorT& tile, Thread thread,
                                      Function function) {
  constexpr int values = decltype(size<1>(tiled.layout))::value;
  const auto last = transform(tiled.tiler, [](auto extent) { return extent - Int<1>{}; });
  if (tile.contains(last)) {
    HIPPUZZLE_UNROLL
    for (int v = 0; v < values; ++v) function(v, std::true_type());
  } else {
    HIPPUZZLE_UNROLL
    for (int v = 0; v < values; ++v) function(v, tile.contains(tiled.coord(thread, v)));
  }
}

}  // namespace detail

// The thread's values of a tile.
template <class TilerT, class LayoutT, class T, class TileT, class Thread>
__device__ inline auto load_fragment(const TiledLayout<TilerT, LayoutT>& tiled,
                                     const LayoutTensor<T, TileT>& tile, Thread thread) {
  using Value = std::remove_const_t<T>;
  Fragment<Value, TiledLayout<TilerT, LayoutT>> values;
  const auto mine = fragment_of(tiled, tile, thread);
  detail::for_each_value(tiled, tile, thread, [&](int v, auto inside) HIPPUZZLE_INLINE {
    if (inside)
      values(v) = mine(v);
    else
      values(v) = Value{};
  });
  return values;
}

// Stores the thread's values to a tile. `values` may have any shape of as many elements; they are
// taken in the order of their indices.
template <class TilerT, class LayoutT, class Values, class T, class TileT, class Thread>
__device__ inline void store_fragment(const TiledLayout<TilerT, LayoutT>& tiled,
                                      const Values& values, const LayoutTensor<T, TileT>& tile,
                                      Thread thread) {
  const auto mine = fragment_of(tiled, tile, thread);
  detail::for_each_value(tiled, tile, thread, [&](int v, auto inside) HIPPUZZLE_INLINE {
    if (inside) mine(v) = values(v);
  });
}

}  // namespace hippuzzle
