// Coordinates: where in a shape something is, as an integer, as a tuple nested as the shape is, or
// as anything between; and the two functions that take coordinates to offsets and indices to
// coordinates.
#pragma once

#include <hippuzzle/layout_parts/int_tuple.hpp>

namespace hippuzzle {

// In place of an integer in a coordinate: keep all of this mode. layout(_, 2) is the layout of
// column 2.
enum Underscore { _ };

template <class T>
inline constexpr bool has_underscore_v = std::is_same_v<T, Underscore>;
template <class... Ts>
inline constexpr bool has_underscore_v<Tuple<Ts...>> = (has_underscore_v<Ts> || ...);

namespace detail {

// A part of a coordinate as an integer: ROCm's blockIdx.x is an object that converts to one.
template <class T>
HIPPUZZLE_HD constexpr auto coordinate_part(const T& part) {
  if constexpr (std::is_class_v<T> && !is_static_int_v<T> && !is_tuple_v<T>) {
    return static_cast<unsigned>(part);
  } else {
    return part;
  }
}

}  // namespace detail

template <class... Ts>
HIPPUZZLE_HD constexpr auto make_coord(const Ts&... parts) {
  return make_tuple(detail::coordinate_part(parts)...);
}

template <int first = 0, class Coord, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto crd2idx(const Coord& coord, const Shape& shape, const Stride& stride);

namespace detail {

template <class Coord, class Shape, class Stride, int... I>
HIPPUZZLE_HD constexpr auto offset_of_parts([[maybe_unused]] const Coord& coord,
                                            [[maybe_unused]] const Shape& shape,
                                            [[maybe_unused]] const Stride& stride,
                                            std::integer_sequence<int, I...>) {
  return (crd2idx(get<I>(coord), get<I>(shape), get<I>(stride)) + ... + Int<0>{});
}

}  // namespace detail

// The offset of a coordinate. `first` is the mode from which an integer counts.
template <int first, class Coord, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto crd2idx(const Coord& coord, const Shape& shape, const Stride& stride) {
  if constexpr (is_tuple_v<Coord>) {
    static_assert(rank_v<Coord> == rank_v<Shape>,
                  "a coordinate has either one integer for a mode or one part for each member");
    return detail::offset_of_parts(coord, shape, stride,
                                   std::make_integer_sequence<int, rank_v<Coord>>{});
  } else if constexpr (!is_tuple_v<Shape>) {
    return coord * stride;
  } else if constexpr (first + 1 >= rank_v<Shape>) {
    return crd2idx(coord, get<first>(shape), get<first>(stride));
  } else {
    const auto extent = product(get<first>(shape));
    return crd2idx(coord % extent, get<first>(shape), get<first>(stride)) +
           crd2idx<first + 1>(coord / extent, shape, stride);
  }
}

// The coordinate, nested as `shape` is, that an integer below its size stands for.
template <int first = 0, class Index, class Shape>
HIPPUZZLE_HD constexpr auto idx2crd(const Index& index, const Shape& shape) {
  if constexpr (!is_tuple_v<Shape>) {
    return index;
  } else if constexpr (first + 1 >= rank_v<Shape>) {
    return make_tuple(idx2crd(index, get<first>(shape)));
  } else {
    const auto extent = product(get<first>(shape));
    return concat(make_tuple(idx2crd(index % extent, get<first>(shape))),
                  idx2crd<first + 1>(index / extent, shape));
  }
}

namespace detail {

// Keeps the parts of `tuple` that `coord` calls `_`, nested selections side by side.
template <class Coord, class T>
HIPPUZZLE_HD constexpr auto kept(const Coord& coord, const T& tuple) {
  if constexpr (std::is_same_v<Coord, Underscore>) {
    return make_tuple(tuple);
  } else if constexpr (!is_tuple_v<Coord> || rank_v<Coord> == 0) {
    return Tuple<>{};
  } else {
    static_assert(rank_v<Coord> == rank_v<T>, "a slice names each mode, with `_` or an integer");
    return concat(kept(get<0>(coord), get<0>(tuple)),
                  kept(take<1, rank_v<Coord>>(coord), take<1, rank_v<T>>(tuple)));
  }
}

// The coordinate with nought for every `_`.
template <class Coord>
HIPPUZZLE_HD constexpr auto origin(const Coord& coord) {
  if constexpr (std::is_same_v<Coord, Underscore>) {
    return Int<0>{};
  } else if constexpr (is_tuple_v<Coord>) {
    return transform(coord, [](auto part) { return origin(part); });
  } else {
    return coord;
  }
}

}  // namespace detail

}  // namespace hippuzzle
