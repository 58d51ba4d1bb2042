// The products: a layout repeated as another layout says.
#pragma once

#include <hippuzzle/layout_complement.hpp>
#include <hippuzzle/layout_composition.hpp>

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

namespace detail {

template <class A, class B>
HIPPUZZLE_HD constexpr void require_equal_rank(const A&, const B&) {
  static_assert(rank_v<A> == rank_v<B>, "a product of matching modes takes layouts of equal rank");
}

// ((x0, y0), (x1, y1), …) of two layouts, each mode coalesced.
template <class X, class Y, int... I>
HIPPUZZLE_HD constexpr auto zip_modes(const X& x, const Y& y, std::integer_sequence<int, I...>) {
  return coalesce_each(make_layout(make_layout(mode<I>(x), mode<I>(y))...));
}

}  // namespace detail

// A as a block, the blocks arranged as B: mode I is A's mode I, then B's.
template <class A, class B>
HIPPUZZLE_HD constexpr auto blocked_product(const A& a, const B& b) {
  detail::require_equal_rank(a, b);
  const auto pair = logical_product(a, b);
  return detail::zip_modes(mode<0>(pair), mode<1>(pair),
                           std::make_integer_sequence<int, rank_v<A>>{});
}

// A interleaved with B, a cyclic distribution: mode I is B's mode I, then A's.
template <class A, class B>
HIPPUZZLE_HD constexpr auto raked_product(const A& a, const B& b) {
  detail::require_equal_rank(a, b);
  const auto pair = logical_product(a, b);
  return detail::zip_modes(mode<1>(pair), mode<0>(pair),
                           std::make_integer_sequence<int, rank_v<A>>{});
}

}  // namespace hippuzzle
