// Tuple: values of different types in order, usable in constant expressions and in kernels
// (std::tuple is not a type for kernels). Members of empty type take no space, so a tuple of static
// integers is itself empty.
#pragma once

#include <hippuzzle/portable.hpp>
#include <type_traits>
#include <utility>

namespace hippuzzle {

namespace detail {

template <int I, class T, bool empty = std::is_empty_v<T>>
struct TupleLeaf {
  T value{};

  constexpr TupleLeaf() = default;
  HIPPUZZLE_COPIED(TupleLeaf);
  HIPPUZZLE_HD constexpr explicit TupleLeaf(T v) : value(v) {}
};

template <int I, class T>
struct TupleLeaf<I, T, true> {
  constexpr TupleLeaf() = default;
  HIPPUZZLE_COPIED(TupleLeaf);
  HIPPUZZLE_HD constexpr explicit TupleLeaf(T) {}
};

template <class Indices, class... Ts>
struct TupleLeaves;

template <int... I, class... Ts>
struct TupleLeaves<std::integer_sequence<int, I...>, Ts...> : TupleLeaf<I, Ts>... {
  constexpr TupleLeaves() = default;
  HIPPUZZLE_COPIED(TupleLeaves);
  HIPPUZZLE_HD constexpr explicit TupleLeaves(Ts... values) : TupleLeaf<I, Ts>(values)... {}
};

}  // namespace detail

template <class... Ts>
struct Tuple : detail::TupleLeaves<std::make_integer_sequence<int, sizeof...(Ts)>, Ts...> {
  constexpr Tuple() = default;
  HIPPUZZLE_COPIED(Tuple);
  HIPPUZZLE_HD constexpr Tuple(Ts... values)
      : detail::TupleLeaves<std::make_integer_sequence<int, sizeof...(Ts)>, Ts...>(values...) {}
};

template <>
struct Tuple<> {
  constexpr Tuple() = default;
  HIPPUZZLE_COPIED(Tuple);
};

template <class T>
inline constexpr bool is_tuple_v = false;
template <class... Ts>
inline constexpr bool is_tuple_v<Tuple<Ts...>> = true;

// Number of members of a tuple; anything else counts as one.
template <class T>
inline constexpr int rank_v = 1;
template <class... Ts>
inline constexpr int rank_v<Tuple<Ts...>> = sizeof...(Ts);

namespace detail {

template <int I, class T, bool empty>
HIPPUZZLE_HD constexpr T leaf_of([[maybe_unused]] const TupleLeaf<I, T, empty>& leaf) {
  if constexpr (empty) {
    return T{};
  } else {
    return leaf.value;
  }
}

}  // namespace detail

template <int I, class... Ts>
HIPPUZZLE_HD constexpr auto get(const Tuple<Ts...>& tuple) {
  static_assert(0 <= I && I < int{sizeof...(Ts)}, "a tuple has no member of this number");
  return detail::leaf_of<I>(tuple);
}

template <class... Ts>
HIPPUZZLE_HD constexpr Tuple<Ts...> make_tuple(Ts... values) {
  return {values...};
}

namespace detail {

template <class Function, class T, int... I>
HIPPUZZLE_HD constexpr auto unpack(const T& tuple, const Function& function,
                                   std::integer_sequence<int, I...>) {
  return function(get<I>(tuple)...);
}

template <class T, int... I>
HIPPUZZLE_HD constexpr auto take_from([[maybe_unused]] const T& tuple,
                                      std::integer_sequence<int, I...>) {
  return make_tuple(get<I>(tuple)...);
}

template <int first, class Indices>
struct Shifted;
template <int first, int... I>
struct Shifted<first, std::integer_sequence<int, I...>> {
  using type = std::integer_sequence<int, (first + I)...>;
};

}  // namespace detail

// function(get<0>(tuple), get<1>(tuple), …)
template <class Function, class... Ts>
HIPPUZZLE_HD constexpr auto unpack(const Tuple<Ts...>& tuple, const Function& function) {
  return detail::unpack(tuple, function, std::make_integer_sequence<int, sizeof...(Ts)>{});
}

// Members first … last - 1.
template <int first, int last, class T>
HIPPUZZLE_HD constexpr auto take(const T& tuple) {
  static_assert(0 <= first && first <= last && last <= rank_v<T>,
                "take: the range is not within the tuple");
  using Indices =
      typename detail::Shifted<first, std::make_integer_sequence<int, last - first>>::type;
  return detail::take_from(tuple, Indices{});
}

namespace detail {

template <class Values, class T, int... I>
HIPPUZZLE_HD constexpr auto append_to([[maybe_unused]] const Values& values, T last,
                                      std::integer_sequence<int, I...>) {
  return make_tuple(get<I>(values)..., last);
}

template <class A, class B, int... I, int... J>
HIPPUZZLE_HD constexpr auto concat_pair([[maybe_unused]] const A& a, [[maybe_unused]] const B& b,
                                        std::integer_sequence<int, I...>,
                                        std::integer_sequence<int, J...>) {
  return make_tuple(get<I>(a)..., get<J>(b)...);
}

template <class T, class Function, int... I>
HIPPUZZLE_HD constexpr auto transform_each([[maybe_unused]] const T& tuple,
                                           [[maybe_unused]] const Function& function,
                                           std::integer_sequence<int, I...>) {
  return make_tuple(function(get<I>(tuple))...);
}

template <class A, class B, class Function, int... I>
HIPPUZZLE_HD constexpr auto transform_pairs([[maybe_unused]] const A& a,
                                            [[maybe_unused]] const B& b,
                                            [[maybe_unused]] const Function& function,
                                            std::integer_sequence<int, I...>) {
  return make_tuple(function(get<I>(a), get<I>(b))...);
}

}  // namespace detail

template <class... Ts, class T>
HIPPUZZLE_HD constexpr auto append(const Tuple<Ts...>& tuple, T last) {
  return detail::append_to(tuple, last, std::make_integer_sequence<int, sizeof...(Ts)>{});
}

template <class... Ts, class... Us>
HIPPUZZLE_HD constexpr auto concat(const Tuple<Ts...>& a, const Tuple<Us...>& b) {
  return detail::concat_pair(a, b, std::make_integer_sequence<int, sizeof...(Ts)>{},
                             std::make_integer_sequence<int, sizeof...(Us)>{});
}

template <int I, class T>
HIPPUZZLE_HD constexpr auto without(const T& tuple) {
  return concat(take<0, I>(tuple), take<I + 1, rank_v<T>>(tuple));
}

// (function(a0), function(a1), …)
template <class Function, class... Ts>
HIPPUZZLE_HD constexpr auto transform(const Tuple<Ts...>& tuple, const Function& function) {
  return detail::transform_each(tuple, function, std::make_integer_sequence<int, sizeof...(Ts)>{});
}

// (function(a0, b0), function(a1, b1), …)
template <class A, class B, class Function>
HIPPUZZLE_HD constexpr auto transform(const A& a, const B& b, const Function& function) {
  static_assert(rank_v<A> == rank_v<B>, "two tuples of different rank cannot be paired");
  return detail::transform_pairs(a, b, function, std::make_integer_sequence<int, rank_v<A>>{});
}

}  // namespace hippuzzle
