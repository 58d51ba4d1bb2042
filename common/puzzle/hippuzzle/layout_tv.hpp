// Thread-value layouts: which values of a tile each thread holds.
#pragma once

#include <hippuzzle/layout_algebra.hpp>

namespace hippuzzle {

template <class TilerT, class LayoutT>
struct TiledLayout {
  TilerT tiler;    // extents of the tile, (TileM, TileN)
  LayoutT layout;  // (thread, value) to the element's index in the tile, first mode fastest

  // (thread, value) to the element's coordinate in mode I of the tile.
  template <int I>
  HIPPUZZLE_HD constexpr auto along() const {
    return along<I>(std::make_integer_sequence<int, rank_v<TilerT>>{});
  }

  // The position in the tile of a thread's value: (m, n).
  template <class Thread, class Value>
  HIPPUZZLE_HD constexpr auto coord(Thread thread, Value value) const {
    return coord(thread, value, std::make_integer_sequence<int, rank_v<TilerT>>{});
  }

 private:
  template <int I, int... J>
  HIPPUZZLE_HD constexpr auto along(std::integer_sequence<int, J...>) const {
    // A layout that is J's coordinate where J is I and nought elsewhere, seen through `layout`.
    return composition(make_layout(tiler, Ints<(I == J ? 1 : 0)...>{}), layout);
  }
  template <class Thread, class Value, int... I>
  HIPPUZZLE_HD constexpr auto coord(Thread thread, Value value,
                                    std::integer_sequence<int, I...>) const {
    return make_coord(along<I>()(thread, value)...);
  }
};

// Threads arranged as `threads`, each holding a block of values arranged as `values`; both are
// static layouts of equal rank. make_layout_tv((4, 64):(64, 1), (4, 4):(4, 1)) covers a tile of 16
// x 256: its layout is
// ((64, 4), (4, 4)):((64, 4), (16, 1)).
template <class Threads, class Values>
HIPPUZZLE_HD constexpr auto make_layout_tv(const Threads& threads, const Values& values) {
  static_assert(is_static_v<Threads> && is_static_v<Values>,
                "make_layout_tv: the layouts of threads and values must be static");
  const auto tile = raked_product(threads, values);
  const auto order = make_layout(make_shape(size(threads), size(values)));
  const auto inverse = right_inverse(tile);
  static_assert(decltype(size(inverse))::value == decltype(size(tile))::value,
                "make_layout_tv: the layouts of threads and values must each number their "
                "elements from 0 on, without gaps and without repeats");
  const auto layout = composition(inverse, order);
  const auto tiler = product_each(tile.shape());
  return TiledLayout<std::remove_const_t<decltype(tiler)>, std::remove_const_t<decltype(layout)>>{
      tiler, layout};
}

// The thread-value layout of a larger tile over which `tiled` is repeated: for a `tiled` that
// covers 64 x 64, repeat_tv(tiled, Ints<128, 128>{}) gives each thread the values of four such
// tiles, all values of the first before the next one's, tiles counted along the first mode first.
// `tile` is static and a multiple of the tiler in each mode.
template <class TilerT, class LayoutT, class Tile>
HIPPUZZLE_HD constexpr auto repeat_tv(const TiledLayout<TilerT, LayoutT>& tiled, const Tile& tile) {
  static_assert(is_static_v<Tile>,
                "repeat_tv: the extents of the tile are static: Ints<128, 64>{}");
  const auto divided = zipped_divide(make_layout(tile), tiled.tiler);
  const auto first = composition(mode<0>(divided), tiled.layout);
  static_assert(decltype(size(divided))::value == decltype(product(tile))::value,
                "repeat_tv: the tile must be a multiple of the thread-value layout's tile");
  const auto layout = make_layout(mode<0>(first), make_layout(mode<1>(first), mode<1>(divided)));
  return TiledLayout<Tile, std::remove_const_t<decltype(layout)>>{tile, layout};
}

}  // namespace hippuzzle
