// IntTuple: an integer, or a tuple of IntTuples, such as (4, (2, 8)). Shapes, strides and
// coordinates are IntTuples. A leaf is static, Int<8>, whose value is part of its type, or a
// run-time integer. Arithmetic on static integers gives static integers, so that whatever is known
// when a kernel is compiled becomes an immediate.
#pragma once

#include <hippuzzle/layout_parts/tuple.hpp>

namespace hippuzzle {

template <int N>
struct Int {
  static constexpr int value = N;
  constexpr Int() = default;
  HIPPUZZLE_COPIED(Int);
  HIPPUZZLE_HD constexpr operator int() const { return N; }
};

// A flat tuple of static integers: Ints<4, 64>.
template <int... N>
using Ints = Tuple<Int<N>...>;

template <class T>
inline constexpr bool is_static_int_v = false;
template <int N>
inline constexpr bool is_static_int_v<Int<N>> = true;

// A static or a run-time integer.
template <class T>
inline constexpr bool is_integer_v = std::is_integral_v<T> || is_static_int_v<T>;

// Whether every leaf is static.
template <class T>
inline constexpr bool is_static_v = is_static_int_v<T>;
template <class... Ts>
inline constexpr bool is_static_v<Tuple<Ts...>> = (is_static_v<Ts> && ...);

// Whether T is the static integer `value`.
template <int value, class T>
inline constexpr bool is_constant_v = std::is_same_v<T, Int<value>>;

template <class T>
inline constexpr int depth_v = 0;
template <>
inline constexpr int depth_v<Tuple<>> = 1;
template <class T, class... Ts>
inline constexpr int depth_v<Tuple<T, Ts...>> = (depth_v<Tuple<Ts...>> > depth_v<T> + 1)
                                                    ? depth_v<Tuple<Ts...>>
                                                    : depth_v<T> + 1;

// Number of leaves.
template <class T>
inline constexpr int leaves_v = 1;
template <class... Ts>
inline constexpr int leaves_v<Tuple<Ts...>> = (leaves_v<Ts> + ... + 0);

template <int A, int B>
HIPPUZZLE_HD constexpr Int<A + B> operator+(Int<A>, Int<B>) {
  return {};
}
template <int A, int B>
HIPPUZZLE_HD constexpr Int<A - B> operator-(Int<A>, Int<B>) {
  return {};
}
template <int A, int B>
HIPPUZZLE_HD constexpr Int<A * B> operator*(Int<A>, Int<B>) {
  return {};
}
template <int A, int B>
HIPPUZZLE_HD constexpr Int<A / B> operator/(Int<A>, Int<B>) {
  return {};
}
template <int A, int B>
HIPPUZZLE_HD constexpr Int<A % B> operator%(Int<A>, Int<B>) {
  return {};
}

// Nought times anything and anything modulo one are known, whatever the other operand is.
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
HIPPUZZLE_HD constexpr Int<0> operator*(Int<0>, T) {
  return {};
}
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
HIPPUZZLE_HD constexpr Int<0> operator*(T, Int<0>) {
  return {};
}
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
HIPPUZZLE_HD constexpr Int<0> operator%(T, Int<1>) {
  return {};
}

// a / b rounded up, for a >= 0 and b > 0.
template <class A, class B>
HIPPUZZLE_HD constexpr auto ceil_div(A a, B b) {
  if constexpr (is_constant_v<1, B>) {
    return a;
  } else {
    return (a + b - Int<1>{}) / b;
  }
}

// The lesser of two positive integers.
template <class A, class B>
HIPPUZZLE_HD constexpr auto minimum(A a, B b) {
  if constexpr (is_static_int_v<A> && is_static_int_v<B>) {
    return Int<(A::value < B::value ? A::value : B::value)>{};
  } else if constexpr (is_constant_v<1, A> || is_constant_v<1, B>) {
    return Int<1>{};
  } else {
    using Common = decltype(a + b);
    return static_cast<Common>(a) < static_cast<Common>(b) ? static_cast<Common>(a)
                                                           : static_cast<Common>(b);
  }
}

template <class T>
HIPPUZZLE_HD constexpr auto product(const T& tuple);

namespace detail {

template <class T, int... I>
HIPPUZZLE_HD constexpr auto product_of([[maybe_unused]] const T& tuple,
                                       std::integer_sequence<int, I...>) {
  return (Int<1>{} * ... * product(get<I>(tuple)));
}

}  // namespace detail

// All leaves multiplied; the size of a shape.
template <class T>
HIPPUZZLE_HD constexpr auto product(const T& tuple) {
  if constexpr (is_tuple_v<T>) {
    return detail::product_of(tuple, std::make_integer_sequence<int, rank_v<T>>{});
  } else {
    return tuple;
  }
}

// The product of each top-level member: ((2, 3), 4) becomes (6, 4).
template <class T>
HIPPUZZLE_HD constexpr auto product_each(const T& tuple) {
  if constexpr (is_tuple_v<T>) {
    return transform(tuple, [](auto part) { return product(part); });
  } else {
    return tuple;
  }
}

// `tuple` itself, or a tuple of one when it is an integer.
template <class T>
HIPPUZZLE_HD constexpr auto wrap(const T& tuple) {
  if constexpr (is_tuple_v<T>) {
    return tuple;
  } else {
    return make_tuple(tuple);
  }
}

// The only member of a tuple of one, and any other tuple itself.
template <class T>
HIPPUZZLE_HD constexpr auto unwrap(const T& tuple) {
  if constexpr (is_tuple_v<T> && rank_v<T> == 1) {
    return get<0>(tuple);
  } else {
    return tuple;
  }
}

// All leaves in order, as a tuple without nesting.
template <class T>
HIPPUZZLE_HD constexpr auto flatten(const T& tuple) {
  if constexpr (!is_tuple_v<T>) {
    return make_tuple(tuple);
  } else if constexpr (depth_v<T> == 1) {
    return tuple;
  } else {
    return concat(flatten(get<0>(tuple)), flatten(take<1, rank_v<T>>(tuple)));
  }
}

// The leaves of `flat`, nested as `profile` is; the inverse of flatten.
template <class Flat, class Profile>
HIPPUZZLE_HD constexpr auto unflatten(const Flat& flat, const Profile& profile) {
  static_assert(rank_v<Flat> == leaves_v<Profile>, "unflatten: one leaf for each of the profile's");
  if constexpr (!is_tuple_v<Profile>) {
    return get<0>(flat);
  } else if constexpr (depth_v<Profile> == 1) {
    return flat;
  } else {
    constexpr int first = leaves_v<decltype(get<0>(profile))>;
    return concat(make_tuple(unflatten(take<0, first>(flat), get<0>(profile))),
                  unflatten(take<first, rank_v<Flat>>(flat), take<1, rank_v<Profile>>(profile)));
  }
}

namespace detail {

template <class A, class B>
struct Congruent : std::bool_constant<!is_tuple_v<A> && !is_tuple_v<B>> {};
template <class... A, class... B>
struct Congruent<Tuple<A...>, Tuple<B...>> {
  static constexpr bool all() {
    if constexpr (sizeof...(A) == sizeof...(B)) {
      return (Congruent<A, B>::value && ...);
    } else {
      return false;
    }
  }
  static constexpr bool value = all();
};

}  // namespace detail

// Whether two IntTuples are nested alike.
template <class A, class B>
inline constexpr bool is_congruent_v = detail::Congruent<A, B>::value;

}  // namespace hippuzzle
