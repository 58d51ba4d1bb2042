// The launch of a puzzle whose first extent is the width of a warp, for its bindings.hip. The judge
// needs this extent, while a kernel asks warp_size(). So the kernel's parameters begin with the
// second extent.
#pragma once

#include <hippuzzle/bindings.hpp>

namespace hippuzzle {

template <auto kernel>
int32_t launch_in_warps(const hippuzzle_launch* launch) {
  hippuzzle_launch without_width = *launch;
  for (int i = 0; i < HIPPUZZLE_TILE_EXTENT; ++i) {
    without_width.extents.n[i] = i + 1 < HIPPUZZLE_TILE_EXTENT ? launch->extents.n[i + 1] : 0;
  }
  return Launcher<kernel>::launch(&without_width);
}

}  // namespace hippuzzle
