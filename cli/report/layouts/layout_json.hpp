// Layouts for programs. docs/layouts.md describes the objects.
#pragma once

#include <optional>
#include <string>

#include "layout/layout_text.hpp"

namespace hippuzzle {

// One JSON object on a line: text, shape, stride, size and cosize of a layout, tuples as arrays,
// and its offsets in the order of its indices; of a thread-value layout also the tile. With a
// pattern of coordinates, instead of the offsets: those that it names and where each lies. With an
// offset: the coordinates that lie there.
std::string layout_json(const LayoutResult& layout, const std::optional<IntTree>& pattern,
                        const std::optional<int64_t>& offset);

}  // namespace hippuzzle
