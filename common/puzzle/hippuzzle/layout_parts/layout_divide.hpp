// The divides: a layout cut into tiles. For a layout of shape (M, N, L) and a tiler (TileM, TileN):
//
//   logical_divide   ((TileM, RestM), (TileN, RestN), L)
//   zipped_divide    ((TileM, TileN), (RestM, RestN, L))
//   tiled_divide     ((TileM, TileN), RestM, RestN, L)
//   flat_divide      (TileM, TileN, RestM, RestN, L)
//
// A tile that does not divide its mode reaches over the edge in the last place, so that every
// element is in one.
#pragma once

#include <hippuzzle/layout_parts/layout_complement.hpp>
#include <hippuzzle/layout_parts/layout_composition.hpp>

namespace hippuzzle {

// A o (B, complement(B, size(A))): first the elements that the tiler picks, then the places of its
// repetitions.
template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto logical_divide(const Layout<Shape, Stride>& a, const Tiler& b) {
  if constexpr (is_tuple_v<Tiler>) {
    return detail::transform_tiled(
        a, b, [](const auto& part, const auto& tiler) { return logical_divide(part, tiler); });
  } else {
    const auto tile = as_tiler(b);
    return composition(a, make_layout(tile, complement(tile, size(a))));
  }
}

namespace detail {

// ((tile, rest), …, mode, …) to ((tile, …), (rest, …, mode, …)), where the first `tiled` modes are
// pairs.
template <class LayoutT, int... Tiled, int... Rest>
HIPPUZZLE_HD constexpr auto zip_tiles(const LayoutT& divided, std::integer_sequence<int, Tiled...>,
                                      std::integer_sequence<int, Rest...>) {
  return make_layout(
      make_layout(mode<Tiled, 0>(divided)...),
      make_layout(mode<Tiled, 1>(divided)..., mode<int{sizeof...(Tiled)} + Rest>(divided)...));
}

// Zips the pairs (tile, rest) of the modes that have a tiler; of one layout as a tiler there is one
// pair.
template <class Pairs, class Tiler>
HIPPUZZLE_HD constexpr auto zip_by(const Pairs& pairs, const Tiler&) {
  if constexpr (is_tuple_v<Tiler>) {
    constexpr int tiled = rank_v<Tiler>;
    return zip_tiles(pairs, std::make_integer_sequence<int, tiled>{},
                     std::make_integer_sequence<int, rank_v<Pairs> - tiled>{});
  } else {
    return pairs;
  }
}

// (tile, (rest, …)) to (tile, rest, …).
template <class Zipped>
HIPPUZZLE_HD constexpr auto unpack_rests(const Zipped& zipped) {
  return make_layout(concat(make_tuple(get<0>(zipped.shape())), wrap(get<1>(zipped.shape()))),
                     concat(make_tuple(get<0>(zipped.stride())), wrap(get<1>(zipped.stride()))));
}

// ((tile, …), (rest, …)) to (tile, …, rest, …).
template <class Zipped>
HIPPUZZLE_HD constexpr auto unpack_both(const Zipped& zipped) {
  return make_layout(concat(wrap(get<0>(zipped.shape())), wrap(get<1>(zipped.shape()))),
                     concat(wrap(get<0>(zipped.stride())), wrap(get<1>(zipped.stride()))));
}

}  // namespace detail

template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto zipped_divide(const Layout<Shape, Stride>& a, const Tiler& b) {
  return detail::zip_by(logical_divide(a, b), b);
}

template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto tiled_divide(const Layout<Shape, Stride>& a, const Tiler& b) {
  return detail::unpack_rests(zipped_divide(a, b));
}

template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto flat_divide(const Layout<Shape, Stride>& a, const Tiler& b) {
  return detail::unpack_both(zipped_divide(a, b));
}

}  // namespace hippuzzle
