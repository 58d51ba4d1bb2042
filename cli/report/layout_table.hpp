// A layout as a table of text.
#pragma once

#include <string>

#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// A table of the layout's offsets, a row for each coordinate of the first mode, a column for each
// of the others; of a thread-value layout, the tile with thread and value of each element ("T5V2";
// "." where no thread holds it; "T0V0+1" where one more does).
std::string layout_table(const RuntimeLayout& layout);
std::string layout_table(const RuntimeTvLayout& layout);

}  // namespace hippuzzle
