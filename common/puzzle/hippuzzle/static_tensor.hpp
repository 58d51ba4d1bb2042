// StaticTensor: the elements of a static layout, owned. A local one is a thread's registers; one
// declared __shared__ is the block's:
//
//   constexpr auto tile = row_major<16, 16>();
//   __shared__ SharedTensor<float, decltype(tile)> a_tile;
//   RegisterTensor<float, decltype(row_major<4, 4>())> sums;
//
// As in an array, the elements begin with no value, and they are aligned as the platform's compiler
// aligns an array. A third argument of 16 aligns them to 16 bytes, which vectorize<1, 4>() of
// floats and an asynchronous copy of 16 bytes need; it may also let the compiler read several
// elements at once where it would not read an array's so.
#pragma once

#include <hippuzzle/layout_tensor.hpp>
#include <type_traits>

namespace hippuzzle {

namespace detail {

// The alignment that g++ and clang give an array: 16 bytes once it has as many. nvcc goes by the
// element.
template <class T>
HIPPUZZLE_HD constexpr std::size_t array_alignment([[maybe_unused]] std::size_t elements) {
#if defined(__CUDACC__)
  return alignof(T);
#else
  return elements * sizeof(T) >= 16 && alignof(T) < 16 ? 16 : alignof(T);
#endif
}

// The number of elements that a static layout needs.
template <class LayoutT>
HIPPUZZLE_HD constexpr int elements_of() {
  static_assert(is_static_v<LayoutT>, "a tensor that owns its elements has a static layout");
  return decltype(cosize(LayoutT{}))::value;
}

}  // namespace detail

template <class T, class LayoutT,
          std::size_t alignment = detail::array_alignment<T>(detail::elements_of<LayoutT>())>
struct StaticTensor {
  static constexpr int elements = detail::elements_of<LayoutT>();

  alignas(alignment) T values[elements];

  HIPPUZZLE_HD constexpr LayoutTensor<T, LayoutT> view() { return {values, LayoutT{}}; }
  HIPPUZZLE_HD constexpr LayoutTensor<const T, LayoutT> view() const { return {values, LayoutT{}}; }

  template <class... Coord>
  HIPPUZZLE_HD constexpr decltype(auto) operator()(const Coord&... coord) {
    return view()(coord...);
  }
  template <class... Coord>
  HIPPUZZLE_HD constexpr decltype(auto) operator()(const Coord&... coord) const {
    return view()(coord...);
  }
};

// The type of a constexpr layout is const; that makes no other tensor.
template <class T, class LayoutT, std::size_t... alignment>
using SharedTensor = StaticTensor<T, std::remove_const_t<LayoutT>, alignment...>;
template <class T, class LayoutT, std::size_t... alignment>
using RegisterTensor = StaticTensor<T, std::remove_const_t<LayoutT>, alignment...>;

}  // namespace hippuzzle
