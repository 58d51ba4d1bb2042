// composition(A, B): the layout R with R(c) = A(B(c)) for each coordinate c of B, shaped as B is.
#pragma once

#include <hippuzzle/layout_parts/layout_coalesce.hpp>

namespace hippuzzle {

namespace detail {

// A static condition is a static_assert in words; a run-time condition is checked where checks are
// made.
template <class Extent, class Step>
HIPPUZZLE_HD constexpr void require_stride_divides(Extent extent, Step step) {
  if constexpr (is_static_int_v<Extent> && is_static_int_v<Step>) {
    static_assert(Extent::value % Step::value == 0 || Step::value % Extent::value == 0,
                  "composition: the right layout's stride and the left layout's extents must "
                  "divide one another");
  } else {
    require(extent % step == 0 || step % extent == 0,
            "composition: the right layout's stride and the left layout's extents must divide one "
            "another");
  }
}

template <class Count, class Taken>
HIPPUZZLE_HD constexpr void require_extent_divides(Count count, Taken taken) {
  if constexpr (is_static_int_v<Count> && is_static_int_v<Taken>) {
    static_assert(Count::value % Taken::value == 0,
                  "composition: the right layout's extent must be a multiple of the part that it "
                  "takes of the left layout's mode");
  } else {
    require(count % taken == 0,
            "composition: the right layout's extent must be a multiple of the part that it "
            "takes of the left layout's mode");
  }
}

// Composes the flat layout `a`, from its mode `first` on, with the one mode s:d. The last mode has
// no end, so that a tile may reach over the edge of the layout that it divides.
template <int first, class A, class Shapes, class Strides, class S, class D>
HIPPUZZLE_HD constexpr auto compose_from(const A& a, const Shapes& shapes, const Strides& strides,
                                         S s, D d) {
  const auto extent = get<first>(a.shape());
  const auto stride = get<first>(a.stride());
  if constexpr (is_constant_v<1, S>) {
    return join_modes(shapes, strides);
  } else if constexpr (first + 1 == A::rank) {
    return join_modes(append(shapes, s), append(strides, d * stride));
  } else {
    require(d != 0, "composition: a stride of nought in the right layout must be static, Int<0>");
    const auto taken = minimum(ceil_div(extent, d), s);
    const auto rest = s / taken;
    using Taken = std::remove_const_t<decltype(taken)>;
    if constexpr (!is_constant_v<1, std::remove_const_t<decltype(rest)>>) {
      if (rest != 1) require_stride_divides(extent, d);
      require_extent_divides(s, taken);
    }
    if constexpr (is_constant_v<1, Taken>) {
      return compose_from<first + 1>(a, shapes, strides, rest, ceil_div(d, extent));
    } else {
      return compose_from<first + 1>(a, append(shapes, taken), append(strides, d * stride), rest,
                                     ceil_div(d, extent));
    }
  }
}

// The greatest value of index * step modulo `period`, over the indices below `count`.
HIPPUZZLE_HD constexpr long long greatest_remainder(long long count, long long step,
                                                    long long period) {
  if (step % period == 0) return 0;
  if (period % step == 0) return ((count < period / step ? count : period / step) - 1) * step;
  return (count - 1) * step < period ? (count - 1) * step : period - 1;
}

template <int N>
struct Numbers {
  long long at[N];
};

// A tuple's numbers, static ones among them.
template <class T>
HIPPUZZLE_HD constexpr auto numbers_of(const T& tuple) {
  return unpack(tuple, [](auto... numbers) {
    return Numbers<static_cast<int>(sizeof...(numbers))>{{static_cast<long long>(numbers)...}};
  });
}

// Whether no sum of B's modes carries from one of A's modes into the next. Only then is A of the
// sum the sum of A of each, and the composition of A with B the composition of A with each mode of
// B. A mode of A that continues the mode before it counts as one with it.
template <class A, class B>
HIPPUZZLE_HD constexpr bool adds_without_carry(const A& a, const B& b) {
  const auto extents = numbers_of(a.shape()), strides = numbers_of(a.stride());
  const auto counts = numbers_of(b.shape()), steps = numbers_of(b.stride());
  long long period = 1, reach = -1;  // where the mode before ends: size and stride
  for (int i = 0; i < A::rank; ++i) {
    if (extents.at[i] == 1 && i + 1 < A::rank) continue;
    if (period > 1 && strides.at[i] != reach) {
      long long sum = 0;
      for (int j = 0; j < B::rank; ++j)
        sum += greatest_remainder(counts.at[j], steps.at[j], period);
      if (sum >= period) return false;
    }
    period *= extents.at[i];
    reach = extents.at[i] * strides.at[i];
  }
  return true;
}

template <class A, class B>
HIPPUZZLE_HD constexpr void require_no_carry(const A& a, const B& b) {
  if constexpr (A::rank > 1 && B::rank > 1) {
    if constexpr (is_static_v<A> && is_static_v<B>) {
      static_assert(adds_without_carry(A{}, B{}),
                    "composition: sums of the right layout's modes carry from one of the left "
                    "layout's modes into the next, so that no layout is their composition");
    } else {
      require(adds_without_carry(a, b),
              "composition: sums of the right layout's modes carry from one of the left layout's "
              "modes into the next, so that no layout is their composition");
    }
  }
}

template <class A, class S, class D>
HIPPUZZLE_HD constexpr auto compose_mode(const A& a, S s, D d) {
  if constexpr (is_constant_v<0, D>) {
    return make_layout(s, d);
  } else {
    return compose_from<0>(a, Tuple<>{}, Tuple<>{}, s, d);
  }
}

template <class A, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto compose(const A& a, const Shape& shape, const Stride& stride);

template <class A, class Shape, class Stride, int... I>
HIPPUZZLE_HD constexpr auto compose_each(const A& a, const Shape& shape, const Stride& stride,
                                         std::integer_sequence<int, I...>) {
  return make_layout(compose(a, get<I>(shape), get<I>(stride))...);
}

template <class A, class Shape, class Stride>
HIPPUZZLE_HD constexpr auto compose(const A& a, const Shape& shape, const Stride& stride) {
  if constexpr (is_tuple_v<Shape>) {
    return compose_each(a, shape, stride, std::make_integer_sequence<int, rank_v<Shape>>{});
  } else {
    return compose_mode(a, shape, stride);
  }
}

}  // namespace detail

// A tiler is a layout, an integer n that stands for n:1, or a tuple of tilers, one for each mode of
// the layout that it is applied to; modes beyond the tuple's are unchanged.
template <class T>
HIPPUZZLE_HD constexpr auto as_tiler(const T& tiler) {
  if constexpr (is_integer_v<T>) {
    return make_layout(tiler, Int<1>{});
  } else {
    return tiler;
  }
}

namespace detail {

// function(mode I of `layout`, member I of `tilers`) for each tiler, then the modes without one.
template <class LayoutT, class Tilers, class Function, int... Tiled, int... Rest>
HIPPUZZLE_HD constexpr auto transform_tiled(const LayoutT& layout, const Tilers& tilers,
                                            Function function, std::integer_sequence<int, Tiled...>,
                                            std::integer_sequence<int, Rest...>) {
  return make_layout(function(mode<Tiled>(layout), get<Tiled>(tilers))...,
                     mode<int{sizeof...(Tiled)} + Rest>(layout)...);
}

template <class LayoutT, class Tilers, class Function>
HIPPUZZLE_HD constexpr auto transform_tiled(const LayoutT& layout, const Tilers& tilers,
                                            Function function) {
  constexpr int tiled = rank_v<Tilers>;
  static_assert(tiled <= rank_v<LayoutT>, "a tuple of tilers has at most one tiler for each mode");
  return transform_tiled(layout, tilers, function, std::make_integer_sequence<int, tiled>{},
                         std::make_integer_sequence<int, rank_v<LayoutT> - tiled>{});
}

}  // namespace detail

// Requires that B's strides and A's extents divide one another, that B's extents are multiples of
// their parts of A's modes, and that no sum of B's modes carries from one of A's modes into the
// next. An index past A's end continues A's last mode.
template <class Shape, class Stride, class Tiler>
HIPPUZZLE_HD constexpr auto composition(const Layout<Shape, Stride>& a, const Tiler& b) {
  if constexpr (is_tuple_v<Tiler>) {
    return detail::transform_tiled(
        a, b, [](const auto& part, const auto& tiler) { return composition(part, tiler); });
  } else {
    const auto left = detail::flat_layout(detail::coalesce_open(a));
    const auto right = as_tiler(b);
    detail::require_no_carry(left, detail::flat_layout(right));
    return detail::compose(left, right.shape(), right.stride());
  }
}

}  // namespace hippuzzle
