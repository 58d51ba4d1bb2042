// The address of a tensor's element, written so that a GPU's compiler makes the same instructions
// as for the same access written by hand: with run-time strides, for p[row * size + col]; with
// static strides, for an array of arrays, a[row][col], where constant indices become the
// instruction's offset. (The sum of static strides and unsigned indices does not work: it may wrap,
// so its constant part cannot be taken out.)
#pragma once

#include <cstddef>
#include <hippuzzle/layout.hpp>

namespace hippuzzle::detail {

template <class T, class Coord, class Shape, class Stride>
HIPPUZZLE_HD constexpr T* summed_address(T* data, const Coord& coord, const Shape& shape,
                                         const Stride& stride) {
  return data + crd2idx(coord, shape, stride);
}

#if !defined(__CUDACC__) && !defined(__HIP__)

template <class T, class Coord, class Shape, class Stride>
HIPPUZZLE_HD constexpr T* address(T* data, const Coord& coord, const Shape& shape,
                                  const Stride& stride) {
  return summed_address(data, coord, shape, stride);
}

#else

// The member with the greatest stride.
template <class... Strides>
HIPPUZZLE_HD constexpr int greatest(const Tuple<Strides...>&) {
  const int strides[] = {Strides::value...};
  int best = 0;
  for (int i = 1; i < int{sizeof...(Strides)}; ++i) {
    if (strides[i] > strides[best]) best = i;
  }
  return best;
}

// Span<T, strides>::type is the array type that the greatest stride steps over, made of the arrays
// that the lesser ones step over: T[16][4] for strides 64, 4 and 1. `possible` where each stride
// divides the next.
template <class T, class Stride, int rank = rank_v<Stride>>
struct Span {
  static constexpr int largest = greatest(Stride{});
  using Rest = Span<T, decltype(without<largest>(Stride{}))>;
  static constexpr int step = decltype(get<largest>(Stride{}))::value;
  static constexpr bool possible = Rest::possible && step % Rest::step == 0;
  using type = typename Rest::type[step / Rest::step];
};
template <class T, class Stride>
struct Span<T, Stride, 1> {
  static constexpr int step = decltype(get<0>(Stride{}))::value;
  static constexpr bool possible = step > 0;
  using type = std::conditional_t<step == 1, T, T[step > 0 ? step : 1]>;
};

template <class T>
HIPPUZZLE_HD T* first_of(T& element) {
  return &element;
}
template <class T, std::size_t n>
HIPPUZZLE_HD T* first_of(T (&elements)[n]) {
  return elements;
}

// `spans`, a pointer at first and then an array, indexed by the parts of `coord`, greatest stride
// first.
template <class Spans, class Coord, class Stride>
HIPPUZZLE_HD auto nested_address(Spans& spans, const Coord& coord, const Stride& stride) {
  if constexpr (rank_v<Stride> == 1) {
    return first_of(spans[get<0>(coord)]);
  } else {
    constexpr int largest = greatest(Stride{});
    return nested_address(spans[get<largest>(coord)], without<largest>(coord),
                          without<largest>(stride));
  }
}

template <class Stride>
inline constexpr bool is_nestable_v = false;
template <class First, class... Rest>
inline constexpr bool is_nestable_v<Tuple<First, Rest...>> = (is_static_int_v<First> && ... &&
                                                              is_static_int_v<Rest>);

template <class T, class Stride>
HIPPUZZLE_HD constexpr bool can_nest() {
  if constexpr (is_nestable_v<Stride>) {
    return Span<T, Stride>::possible;
  } else {
    return false;
  }
}

template <class T, class Coord, class Shape, class Stride>
HIPPUZZLE_HD T* address(T* data, const Coord& coord, const Shape& shape, const Stride& stride) {
  if constexpr (is_tuple_v<Coord> && can_nest<T, Stride>()) {
    auto* spans = reinterpret_cast<typename Span<T, Stride>::type*>(data);
    return nested_address(spans, coord, stride);
  } else {
    return summed_address(data, coord, shape, stride);
  }
}

#endif

}  // namespace hippuzzle::detail
