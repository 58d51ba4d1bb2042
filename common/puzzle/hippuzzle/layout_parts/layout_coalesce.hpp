// coalesce: a layout with as few modes as it can have.
#pragma once

#include <hippuzzle/layout.hpp>

namespace hippuzzle {

namespace detail {

// The flat layout of these modes: 1:0 for none, an integral mode for one.
template <class Shapes, class Strides>
HIPPUZZLE_HD constexpr auto join_modes(const Shapes& shapes, const Strides& strides) {
  if constexpr (rank_v<Shapes> == 0) {
    return make_layout(Int<1>{}, Int<0>{});
  } else {
    return make_layout(unwrap(shapes), unwrap(strides));
  }
}

// Whether mode s:d and a following mode of stride `next` are one mode, as far as is known when
// compiling.
template <class S, class D, class Next>
HIPPUZZLE_HD constexpr bool follows() {
  if constexpr (is_static_int_v<S> && is_static_int_v<D> && is_static_int_v<Next>) {
    return S::value * D::value == Next::value;
  } else {
    return false;
  }
}

// Adds modes `first` … of a flat layout to the finished modes; s:d is the mode before, which may
// still grow.
template <int first, class Flat, class Shapes, class Strides, class S, class D>
HIPPUZZLE_HD constexpr auto coalesce_from(const Flat& flat, const Shapes& shapes,
                                          const Strides& strides, S s, D d) {
  if constexpr (first == Flat::rank) {
    if constexpr (is_constant_v<1, S>) {
      return join_modes(shapes, strides);
    } else {
      return join_modes(append(shapes, s), append(strides, d));
    }
  } else {
    const auto next_s = get<first>(flat.shape());
    const auto next_d = get<first>(flat.stride());
    using NextS = std::remove_const_t<decltype(next_s)>;
    using NextD = std::remove_const_t<decltype(next_d)>;
    if constexpr (is_constant_v<1, NextS>) {
      return coalesce_from<first + 1>(flat, shapes, strides, s, d);
    } else if constexpr (is_constant_v<1, S>) {
      return coalesce_from<first + 1>(flat, shapes, strides, next_s, next_d);
    } else if constexpr (follows<S, D, NextD>()) {
      return coalesce_from<first + 1>(flat, shapes, strides, s * next_s, d);
    } else {
      return coalesce_from<first + 1>(flat, append(shapes, s), append(strides, d), next_s, next_d);
    }
  }
}

template <class LayoutT>
HIPPUZZLE_HD constexpr auto flat_layout(const LayoutT& layout) {
  return make_layout(flatten(layout.shape()), flatten(layout.stride()));
}

// function(mode 0), function(mode 1), … as one layout.
template <class LayoutT, class Function, int... I>
HIPPUZZLE_HD constexpr auto transform_modes(const LayoutT& layout, Function function,
                                            std::integer_sequence<int, I...>) {
  return make_layout(function(mode<I>(layout))...);
}

}  // namespace detail

// The same function of an integer with as few modes as possible, none nested, none of static size
// one.
template <class Shape, class Stride>
HIPPUZZLE_HD constexpr auto coalesce(const Layout<Shape, Stride>& layout) {
  return detail::coalesce_from<0>(detail::flat_layout(layout), Tuple<>{}, Tuple<>{}, Int<1>{},
                                  Int<0>{});
}

// Coalesces each mode by itself and so keeps the rank.
template <class Shape, class Stride>
HIPPUZZLE_HD constexpr auto coalesce_each(const Layout<Shape, Stride>& layout) {
  return detail::transform_modes(
      layout, [](const auto& part) { return coalesce(part); },
      std::make_integer_sequence<int, rank_v<Shape>>{});
}

namespace detail {

// coalesce, but the last mode is kept even when its size is one: composition lets it go on beyond
// its end.
template <class LayoutT>
HIPPUZZLE_HD constexpr auto coalesce_open(const LayoutT& layout) {
  const auto flat = flat_layout(layout);
  constexpr int last = leaves_v<typename LayoutT::Shape> - 1;
  if constexpr (is_constant_v<1, decltype(get<last>(flat.shape()))>) {
    return coalesce(make_layout(append(take<0, last>(flat.shape()), Int<2>{}), flat.stride()));
  } else {
    return coalesce(flat);
  }
}

}  // namespace detail

}  // namespace hippuzzle
