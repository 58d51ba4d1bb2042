// Pictures of layouts as SVG documents: each element a cell with its offset, or with the thread and
// the value that hold it, coloured by offset or by thread.
#pragma once

#include <string>

#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// Throws Error(Outcome::usage) for a layout that is too large to look at.
std::string layout_svg(const RuntimeLayout& layout);
std::string layout_svg(const RuntimeTvLayout& layout);

}  // namespace hippuzzle
