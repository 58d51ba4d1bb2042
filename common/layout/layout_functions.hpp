// The functions of a layout's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// The value of an argument: a tree without strides, which may be a shape, an order, a number or a
// contiguous layout; a layout, perhaps of a tile's threads and values; or a tiler in <…>.
struct LayoutArgument {
  IntTree tree;
  std::optional<RuntimeLayout> layout;
  std::optional<IntTree> tile;  // with `layout`: the tile of a thread-value layout
  std::optional<Tiler> tiler;

  // Throw Error(Outcome::usage) where the argument is nothing of the kind.
  RuntimeLayout as_layout() const;
  RuntimeTvLayout as_tv() const;
  Tiler as_tiler() const;
  const IntTree& as_tree() const;
};

struct LayoutFunction {
  const char* name;
  const char* parameters;  // as people write them: "LAYOUT,TILER"
  size_t least, most;      // arguments
  LayoutArgument (*apply)(const std::vector<LayoutArgument>& arguments);
};

const LayoutFunction* find_layout_function(std::string_view name);  // null: there is none
const std::vector<LayoutFunction>& all_layout_functions();

// The functions that a text may call, as people write them: "zipped_divide(LAYOUT,TILER)".
std::vector<std::string> layout_functions();

}  // namespace hippuzzle
