// A layout in each format. docs/reference/layouts.md describes the JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "layout/layout_text.hpp"

namespace hippuzzle {

struct ShownLayout {
  LayoutResult layout;
  std::optional<IntTree> pattern;  // of coordinates, whose offsets are asked for
  std::optional<int64_t> offset;   // whose coordinates are asked for
};

// A table, or the offsets or coordinates that are asked for.
std::string layout_text(const ShownLayout& shown, const Look& look);

// One JSON object on a line: text, shape, stride, size and cosize of a layout, tuples as arrays,
// and its offsets in the order of its indices; of a thread-value layout also the tile. With a
// pattern of coordinates, instead of the offsets: the coordinates that it names and their offsets.
// With an offset: the coordinates that lie there.
std::string layout_json(const ShownLayout& shown, const Look& look);

// The layout alone, as a picture.
std::string layout_picture(const ShownLayout& shown, const Look& look);

std::vector<Format<ShownLayout>> layout_formats();

}  // namespace hippuzzle
