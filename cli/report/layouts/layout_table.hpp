// A layout as text.
#pragma once

#include <cstddef>
#include <string>

#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// A table of the layout's offsets, a row for each coordinate of the first mode, a column for each
// of the others; of a thread-value layout, the tile with thread and value of each element ("T5V2";
// "." where no thread holds it; "T0V0+1" where one more does). A table that is wider than `width`
// columns is folded: its columns come in groups, one below the other. If a layout is too large to
// look at, the first line alone and a line that says so.
std::string layout_table(const RuntimeLayout& layout, size_t width);
std::string layout_table(const RuntimeTvLayout& layout, size_t width);

// The offsets of coordinates, a line for each that `pattern` names: "(1,2) -> 10"; of a
// thread-value layout with the element of the tile: "(5,2) -> 320 = (0,20)". Throws
// Error(Outcome::usage) for a pattern that does not fit or names too many.
std::string offsets_text(const RuntimeLayout& layout, const IntTree& pattern);
std::string offsets_text(const RuntimeTvLayout& layout, const IntTree& pattern);

// The coordinates at an offset, a line for each: "10 <- (1,2)", or "7 <- nothing".
std::string coordinates_text(const RuntimeLayout& layout, int64_t offset);
std::string coordinates_text(const RuntimeTvLayout& layout, int64_t offset);

}  // namespace hippuzzle
