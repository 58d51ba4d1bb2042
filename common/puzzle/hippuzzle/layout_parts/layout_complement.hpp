// complement: the offsets that a layout leaves out, and the inverses of a layout.
#pragma once

#include <hippuzzle/layout_parts/layout_coalesce.hpp>

namespace hippuzzle {

namespace detail {

// The index of the smallest of some static strides.
template <class... Strides>
HIPPUZZLE_HD constexpr int smallest(const Tuple<Strides...>&) {
  const int strides[] = {Strides::value...};
  int best = 0;
  for (int i = 1; i < int{sizeof...(Strides)}; ++i) {
    if (strides[i] < strides[best]) best = i;
  }
  return best;
}

// The modes of `layout` that matter to its image: none of stride nought, none of size one.
template <class LayoutT>
HIPPUZZLE_HD constexpr auto filter(const LayoutT& layout) {
  const auto flat = flat_layout(layout);
  const auto shape = transform(flat.shape(), flat.stride(), [](auto extent, auto stride) {
    if constexpr (is_constant_v<0, decltype(stride)>) {
      return Int<1>{};
    } else {
      return extent;
    }
  });
  return coalesce(make_layout(shape, flat.stride()));
}

// Fills the holes between the modes shape:stride in rising order of their strides. `reached` is the
// number of offsets from nought on that modes and holes cover so far.
template <class Shape, class Stride, class Shapes, class Strides, class Reached, class Cotarget>
HIPPUZZLE_HD constexpr auto complement_from(const Shape& shape, const Stride& stride,
                                            const Shapes& shapes, const Strides& strides,
                                            Reached reached, Cotarget cotarget) {
  if constexpr (rank_v<Shape> == 0) {
    return coalesce(
        make_layout(append(shapes, ceil_div(cotarget, reached)), append(strides, reached)));
  } else {
    constexpr int next = [] {
      if constexpr (rank_v<Shape> == 1) {
        return 0;
      } else {
        static_assert(is_static_v<Stride>, "complement: several modes need static strides");
        return smallest(Stride{});
      }
    }();
    const auto extent = get<next>(shape);
    const auto step = get<next>(stride);
    const auto hole = step / reached;
    if constexpr (is_static_int_v<std::remove_const_t<decltype(hole)>>) {
      static_assert(hole.value > 0,
                    "complement: the layout's modes overlap (a stride is less than the extent of "
                    "the modes below it)");
    } else {
      require(hole > 0,
              "complement: the layout's modes overlap (a stride is less than the extent of the "
              "modes below it)");
    }
    return complement_from(without<next>(shape), without<next>(stride), append(shapes, hole),
                           append(strides, reached), step * extent, cotarget);
  }
}

}  // namespace detail

// The layout R in rising order for which every sum A(i) + R(j) is a different offset, and which, as
// far as A's strides allow, makes these sums cover 0 … cotarget - 1.
template <class Shape, class Stride, class Cotarget>
HIPPUZZLE_HD constexpr auto complement(const Layout<Shape, Stride>& a, const Cotarget& cotarget) {
  const auto filtered = detail::filter(a);
  const auto target = product(cotarget);
  if constexpr (is_constant_v<0, std::remove_const_t<decltype(filtered.stride())>>) {
    return coalesce(make_layout(target, Int<1>{}));
  } else {
    return detail::complement_from(wrap(filtered.shape()), wrap(filtered.stride()), Tuple<>{},
                                   Tuple<>{}, Int<1>{}, target);
  }
}

template <class Shape, class Stride>
HIPPUZZLE_HD constexpr auto complement(const Layout<Shape, Stride>& a) {
  return complement(a, cosize(a));
}

namespace detail {

// The mode of `strides` that equals `stride`, or -1.
template <class... Strides>
HIPPUZZLE_HD constexpr int position_of(int stride, const Tuple<Strides...>&) {
  const int strides[] = {Strides::value...};
  for (int i = 0; i < int{sizeof...(Strides)}; ++i) {
    if (strides[i] == stride) return i;
  }
  return -1;
}

// Follows the chain of modes that lie one above the other, from stride `next` on; `steps` are the
// strides of the modes in A's own coordinates.
template <int next, class Shape, class Stride, class Steps, class Shapes, class Strides>
HIPPUZZLE_HD constexpr auto invert_from(const Shape& shape, const Stride& stride,
                                        const Steps& steps, const Shapes& shapes,
                                        const Strides& strides) {
  constexpr int found = position_of(next, Stride{});
  if constexpr (found < 0) {
    return coalesce(join_modes(shapes, strides));
  } else {
    constexpr int above = next * decltype(get<found>(shape))::value;
    return invert_from<above>(shape, stride, steps, append(shapes, get<found>(shape)),
                              append(strides, get<found>(steps)));
  }
}

}  // namespace detail

// The longest layout R with A(R(i)) = i for each i below its size. A is static.
template <class Shape, class Stride>
HIPPUZZLE_HD constexpr auto right_inverse(const Layout<Shape, Stride>& a) {
  static_assert(is_static_v<Layout<Shape, Stride>>, "right_inverse: the layout must be static");
  const auto flat = detail::flat_layout(coalesce(a));
  return detail::invert_from<1>(flat.shape(), flat.stride(), compact_col_major(flat.shape()),
                                Tuple<>{}, Tuple<>{});
}

// A layout L with L(A(i)) = i for each i below A's size. A is static and injective.
template <class Shape, class Stride>
HIPPUZZLE_HD constexpr auto left_inverse(const Layout<Shape, Stride>& a) {
  return right_inverse(make_layout(a, complement(a)));
}

}  // namespace hippuzzle
