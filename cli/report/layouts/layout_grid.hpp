// A layout as a grid of labelled cells: the common part of its table and its picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// The most elements that are shown.
inline constexpr int64_t most_layout_cells = 16384;

// "(4,8):(8,1)", and "tile (2,4), (thread, value) ((2,2),2):((4,1),2)".
std::string layout_title(const RuntimeLayout& layout);
std::string layout_title(const RuntimeTvLayout& layout);

struct LayoutCell {
  std::string first_line;   // the offset, or the thread; "." where there is none
  std::string second_line;  // the value, or nothing
  int64_t colour = -1;      // cells of one offset or one thread are of one colour; -1: of none
};

struct LayoutGrid {
  std::string title;
  int64_t rows = 0, columns = 0;
  std::vector<LayoutCell> cells;  // row by row

  const LayoutCell& at(int64_t row, int64_t column) const {
    return cells[static_cast<size_t>(row * columns + column)];
  }
};

// The offsets: a row for each coordinate of the first mode, a column for each of the others
// together. Throws Error(Outcome::usage) for a layout that is too large to look at.
LayoutGrid make_grid(const RuntimeLayout& layout);

// The tile with thread and value of each element.
LayoutGrid make_grid(const RuntimeTvLayout& layout);

}  // namespace hippuzzle
