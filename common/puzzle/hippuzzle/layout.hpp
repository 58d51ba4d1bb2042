// Layout<Shape, Stride>: a function from coordinates to offsets, as CuTe defines it. (4, 8):(8, 1)
// is a 4 x 8 matrix whose rows are contiguous. A mode may be nested, ((2, 2), 8):((8, 32), 1), and
// a coordinate may stop at any level: an integer counts through a nested mode with its first member
// fastest, so layout(5), layout(1, 1) and layout(make_coord(1, 0), 1) are all meaningful. Shapes
// are positive, strides are not negative.
#pragma once

#include <hippuzzle/layout_parts/coordinate.hpp>

namespace hippuzzle {

template <class... Ts>
HIPPUZZLE_HD constexpr Tuple<Ts...> make_shape(Ts... extents) {
  return {extents...};
}
template <class... Ts>
HIPPUZZLE_HD constexpr Tuple<Ts...> make_stride(Ts... strides) {
  return {strides...};
}
template <class ShapeT, class StrideT>
struct Layout : private detail::TupleLeaf<0, ShapeT>, private detail::TupleLeaf<1, StrideT> {
  using Shape = ShapeT;
  using Stride = StrideT;
  static_assert(is_congruent_v<Shape, Stride>, "a layout's shape and stride are nested alike");

  static constexpr int rank = rank_v<Shape>;
  static constexpr int depth = depth_v<Shape>;

  constexpr Layout() = default;
  HIPPUZZLE_COPIED(Layout);
  HIPPUZZLE_HD constexpr Layout(Shape shape, Stride stride)
      : detail::TupleLeaf<0, Shape>(shape), detail::TupleLeaf<1, Stride>(stride) {}

  HIPPUZZLE_HD constexpr Shape shape() const { return detail::leaf_of<0, Shape>(*this); }
  HIPPUZZLE_HD constexpr Stride stride() const { return detail::leaf_of<1, Stride>(*this); }

  // The offset of a coordinate, given as one integer, one nested coordinate, or one part for each
  // mode; or, where parts are `_`, the layout of the modes that these keep.
  template <class... Coord>
  HIPPUZZLE_HD constexpr auto operator()(const Coord&... coord) const;
};

template <class T>
inline constexpr bool is_layout_v = false;
template <class Shape, class Stride>
inline constexpr bool is_layout_v<Layout<Shape, Stride>> = true;
template <class Shape, class Stride>
inline constexpr bool is_static_v<Layout<Shape, Stride>> = is_static_v<Shape>&& is_static_v<Stride>;
template <class Shape, class Stride>
inline constexpr int rank_v<Layout<Shape, Stride>> = rank_v<Shape>;

// The layout of the modes for which `coord` says `_`.
template <class Coord, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto slice(const Coord& coord, const Layout<Shape, Stride>& layout) {
  const auto shape = detail::kept(coord, layout.shape());
  const auto stride = detail::kept(coord, layout.stride());
  return Layout<std::remove_const_t<decltype(shape)>, std::remove_const_t<decltype(stride)>>(
      shape, stride);
}

// The offset at which the slice of `coord` begins.
template <class Coord, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto slice_offset(const Coord& coord, const Layout<Shape, Stride>& layout) {
  return crd2idx(detail::origin(coord), layout.shape(), layout.stride());
}

template <class Shape, class Stride>
template <class... Coord>
HIPPUZZLE_HD constexpr auto Layout<Shape, Stride>::operator()(const Coord&... coord) const {
  static_assert(sizeof...(Coord) > 0, "a layout is called with a coordinate");
  const auto whole = unwrap(make_coord(coord...));
  if constexpr (has_underscore_v<std::remove_const_t<decltype(whole)>>) {
    return slice(whole, *this);
  } else {
    return crd2idx(whole, shape(), stride());
  }
}

// Strides of a contiguous layout whose first mode is fastest; the first stride is `current`.
template <class Shape, class Current = Int<1>>
HIPPUZZLE_HD constexpr auto compact_col_major(const Shape& shape, Current current = {}) {
  if constexpr (!is_tuple_v<Shape>) {
    return current;
  } else if constexpr (rank_v<Shape> == 0) {
    return shape;
  } else {
    return concat(
        make_tuple(compact_col_major(get<0>(shape), current)),
        compact_col_major(take<1, rank_v<Shape>>(shape), current * product(get<0>(shape))));
  }
}

// Strides of a contiguous layout whose last mode is fastest; the last stride is `current`.
template <class Shape, class Current = Int<1>>
HIPPUZZLE_HD constexpr auto compact_row_major(const Shape& shape, Current current = {}) {
  if constexpr (!is_tuple_v<Shape>) {
    return current;
  } else if constexpr (rank_v<Shape> == 0) {
    return shape;
  } else {
    constexpr int last = rank_v<Shape> - 1;
    return append(compact_row_major(take<0, last>(shape), current * product(get<last>(shape))),
                  compact_row_major(get<last>(shape), current));
  }
}

// shape:stride; without strides a contiguous layout, first mode fastest.
template <class Shape, class Stride,
          std::enable_if_t<!is_layout_v<Shape> && !is_layout_v<Stride>, int> = 0>
HIPPUZZLE_HD constexpr Layout<Shape, Stride> make_layout(Shape shape, Stride stride) {
  return {shape, stride};
}
template <class Shape, std::enable_if_t<!is_layout_v<Shape>, int> = 0>
HIPPUZZLE_HD constexpr auto make_layout(Shape shape) {
  return make_layout(shape, compact_col_major(shape));
}

// Layouts side by side: one mode for each.
template <class... Shapes, class... Strides>
HIPPUZZLE_HD constexpr auto make_layout(const Layout<Shapes, Strides>&... layouts) {
  return make_layout(make_tuple(layouts.shape()...), make_tuple(layouts.stride()...));
}

// row_major(m, n) and row_major<3, 4>(): contiguous, last mode fastest; col_major: first mode
// fastest.
template <class... Extents>
HIPPUZZLE_HD constexpr auto row_major(Extents... extents) {
  const auto shape = unwrap(make_shape(extents...));
  return make_layout(shape, compact_row_major(shape));
}
template <class... Extents>
HIPPUZZLE_HD constexpr auto col_major(Extents... extents) {
  const auto shape = unwrap(make_shape(extents...));
  return make_layout(shape, compact_col_major(shape));
}
template <int first, int... rest>
HIPPUZZLE_HD constexpr auto row_major() {
  return row_major(Int<first>{}, Int<rest>{}...);
}
template <int first, int... rest>
HIPPUZZLE_HD constexpr auto col_major() {
  return col_major(Int<first>{}, Int<rest>{}...);
}

namespace detail {

// The product of the extents of all leaves that are faster than leaf `leaf`.
template <int leaf, int other = 0, class Shape, class Order>
HIPPUZZLE_HD constexpr auto ordered_stride(const Shape& shape, const Order& order) {
  if constexpr (other == rank_v<Shape>) {
    return Int<1>{};
  } else {
    constexpr int own = decltype(get<leaf>(order))::value;
    constexpr int others = decltype(get<other>(order))::value;
    const auto rest = ordered_stride<leaf, other + 1>(shape, order);
    if constexpr (others < own || (others == own && other < leaf)) {
      return get<other>(shape) * rest;
    } else {
      return rest;
    }
  }
}

template <class Shape, class Order, int... I>
HIPPUZZLE_HD constexpr auto ordered_strides(const Shape& shape, const Order& order,
                                            std::integer_sequence<int, I...>) {
  return make_tuple(ordered_stride<I>(shape, order)...);
}

}  // namespace detail

// Contiguous, the leaf of the lowest order fastest: make_ordered_layout(Ints<4, 64>{}, Ints<1,
// 0>{}) is (4, 64):(64, 1). The order is static and nested as the shape is.
template <class Shape, class Order>
HIPPUZZLE_HD constexpr auto make_ordered_layout(const Shape& shape, const Order& order) {
  static_assert(is_static_v<Order>, "the order of a layout's modes is static: Ints<1, 0>{}");
  static_assert(is_congruent_v<Shape, Order>, "the order has one number for each extent");
  const auto strides = detail::ordered_strides(flatten(shape), flatten(order),
                                               std::make_integer_sequence<int, leaves_v<Shape>>{});
  return make_layout(shape, unflatten(strides, shape));
}

// Mode I as a layout of its own; mode<I, J> is mode J of mode I.
template <int first, int... rest, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto mode(const Layout<Shape, Stride>& layout) {
  const auto part =
      make_layout(get<first>(wrap(layout.shape())), get<first>(wrap(layout.stride())));
  if constexpr (sizeof...(rest) == 0) {
    return part;
  } else {
    return mode<rest...>(part);
  }
}

// Number of coordinates; size<I>(layout) counts the coordinates of mode I, size<I, J>(layout) of
// its mode J.
template <int... path, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto size(const Layout<Shape, Stride>& layout) {
  if constexpr (sizeof...(path) == 0) {
    return product(layout.shape());
  } else {
    return product(mode<path...>(layout).shape());
  }
}

// One more than the greatest offset: how many elements a layout needs.
template <class Shape, class Stride>
HIPPUZZLE_HD constexpr auto cosize(const Layout<Shape, Stride>& layout) {
  const auto last =
      transform(flatten(layout.shape()), [](auto extent) { return extent - Int<1>{}; });
  return crd2idx(last, last, flatten(layout.stride())) + Int<1>{};
}

}  // namespace hippuzzle
