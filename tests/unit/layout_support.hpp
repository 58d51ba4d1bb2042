// Helpers for the tests of layouts: static layouts as run-time values and as text.
#pragma once

#include <hippuzzle/layout_algebra.hpp>
#include <string>

#include "layout/runtime_layout.hpp"

namespace hippuzzle::testing {

template <class T>
IntTree to_tree(const T& tuple) {
  if constexpr (is_tuple_v<T>) {
    return unpack(tuple,
                  [](auto... parts) { return IntTree(std::vector<IntTree>{to_tree(parts)...}); });
  } else {
    return IntTree(static_cast<int64_t>(tuple));
  }
}

template <class Shape, class Stride>
RuntimeLayout to_runtime(const Layout<Shape, Stride>& layout) {
  return {to_tree(layout.shape()), to_tree(layout.stride())};
}

// "(4,8):(8,1)"
template <class Shape, class Stride>
std::string text_of(const Layout<Shape, Stride>& layout) {
  return to_string(to_runtime(layout));
}

}  // namespace hippuzzle::testing
