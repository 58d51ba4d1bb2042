// The part that all operations by mode have in common.
#pragma once

#include <fmt/format.h>

#include "layout/runtime_layout_algebra.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

// function(mode, tiler) for each tiler, then the modes without one.
template <class Function>
RuntimeLayout transform_tiled(const RuntimeLayout& a, const std::vector<Tiler>& tilers,
                              Function function) {
  if (static_cast<int>(tilers.size()) > a.rank()) {
    throw Error(
        Outcome::usage,
        fmt::format("{} tilers are too many for {}: it takes at most one for each mode, {} here",
                    tilers.size(), to_string(a), a.rank()));
  }
  std::vector<RuntimeLayout> modes;
  for (int i = 0; i < a.rank(); ++i) {
    const bool tiled = i < static_cast<int>(tilers.size());
    modes.push_back(tiled ? function(a.mode(i), tilers[static_cast<size_t>(i)]) : a.mode(i));
  }
  return make_layout(modes);
}

}  // namespace hippuzzle
