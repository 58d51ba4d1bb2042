// The products: a layout repeated as another layout says. For a layout of shape (M, N, L) and a
// tiler (TileM, TileN), the shapes are the shapes of the divides, with the layout's modes instead
// of the tiles:
//
//   logical_product   ((M, TileM), (N, TileN), L)
//   zipped_product    ((M, N), (TileM, TileN, L))
//   tiled_product     ((M, N), TileM, TileN, L)
//   flat_product      (M, N, TileM, TileN, L)
//
// For two layouts logical_product is the pair of A and its repetitions; blocked_product and
// raked_product bring both together mode by mode.
#pragma once

#include <hippuzzle/layout_parts/layout_complement.hpp>
#include <hippuzzle/layout_parts/layout_composition.hpp>
#include <hippuzzle/layout_parts/layout_divide.hpp>

namespace hippuzzle {

// (A, complement(A, size(A) * cosize(B)) o B): A, and where its repetitions lie, in the order of B.
template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto logical_product(const Layout<Shape, Stride>& a, const Tiler& b) {
  if constexpr (is_tuple_v<Tiler>) {
    return detail::transform_tiled(
        a, b, [](const auto& part, const auto& tiler) { return logical_product(part, tiler); });
  } else {
    const auto order = as_tiler(b);
    return make_layout(a, composition(complement(a, size(a) * cosize(order)), order));
  }
}

template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto zipped_product(const Layout<Shape, Stride>& a, const Tiler& b) {
  return detail::zip_by(logical_product(a, b), b);
}

template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto tiled_product(const Layout<Shape, Stride>& a, const Tiler& b) {
  return detail::unpack_rests(zipped_product(a, b));
}

template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto flat_product(const Layout<Shape, Stride>& a, const Tiler& b) {
  return detail::unpack_both(zipped_product(a, b));
}

namespace detail {

// `layout` with modes 1:0 added up to `rank`.
template <int rank, class LayoutT>
HIPPUZZLE_HD constexpr auto padded(const LayoutT& layout) {
  if constexpr (rank_v<LayoutT> >= rank) {
    return layout;
  } else {
    return padded<rank>(make_layout(append(wrap(layout.shape()), Int<1>{}),
                                    append(wrap(layout.stride()), Int<0>{})));
  }
}

template <class A, class B>
inline constexpr int greater_rank_v = (rank_v<A> > rank_v<B>) ? rank_v<A> : rank_v<B>;

// The product of two layouts, padded to equal rank, as a pair: A's modes and the modes of B's
// repetitions.
template <class A, class B>
HIPPUZZLE_HD constexpr auto product_of_modes(const A& a, const B& b) {
  return logical_product(padded<greater_rank_v<A, B>>(a), padded<greater_rank_v<A, B>>(b));
}

// ((x0, y0), (x1, y1), …) of two layouts, each mode coalesced.
template <class X, class Y, int... I>
HIPPUZZLE_HD constexpr auto zip_modes(const X& x, const Y& y, std::integer_sequence<int, I...>) {
  return coalesce_each(make_layout(make_layout(mode<I>(x), mode<I>(y))...));
}

}  // namespace detail

// A as a block, the blocks arranged as B: mode I is A's mode I, then B's. The layout of fewer modes
// has modes of one element added.
template <class A, class B>
HIPPUZZLE_HD constexpr auto blocked_product(const A& a, const B& b) {
  const auto pair = detail::product_of_modes(a, b);
  return detail::zip_modes(mode<0>(pair), mode<1>(pair),
                           std::make_integer_sequence<int, detail::greater_rank_v<A, B>>{});
}

// A interleaved with B, a cyclic distribution: mode I is B's mode I, then A's.
template <class A, class B>
HIPPUZZLE_HD constexpr auto raked_product(const A& a, const B& b) {
  const auto pair = detail::product_of_modes(a, b);
  return detail::zip_modes(mode<1>(pair), mode<0>(pair),
                           std::make_integer_sequence<int, detail::greater_rank_v<A, B>>{});
}

// Row-major tiles of extents `tile`, themselves in row-major order, that make up `shape`; static.
// tiled(Ints<4, 4>{}, Ints<2, 2>{}) is ((2, 2), (2, 2)):((2, 8), (1, 4)): each tile's four elements
// are neighbours in memory.
template <class Shape, class Tile>
HIPPUZZLE_HD constexpr auto tiled(const Shape& shape, const Tile& tile) {
  static_assert(is_static_v<Shape> && is_static_v<Tile>, "tiled: shape and tile are static");
  const auto whole = wrap(shape);
  const auto part = wrap(tile);
  const auto counts = transform(whole, part, [](auto extent, auto width) {
    static_assert(decltype(extent)::value % decltype(width)::value == 0,
                  "tiled: the tile divides the shape mode by mode");
    return extent / width;
  });
  return blocked_product(make_layout(unwrap(part), compact_row_major(unwrap(part))),
                         make_layout(unwrap(counts), compact_row_major(unwrap(counts))));
}

}  // namespace hippuzzle
