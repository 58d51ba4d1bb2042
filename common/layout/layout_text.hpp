// The text form of layouts, CuTe's: shape:stride, where each is an integer or a tuple in
// parentheses,
// "((2,2),8):((8,32),1)". Integers may be written as CuTe prints static ones, _8. A shape alone is
// contiguous, its first mode fastest.
#pragma once

#include <string>
#include <string_view>

#include "layout/runtime_layout.hpp"
#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// Throws Error(Outcome::usage) that says at which character the text is no layout, and what was
// expected there.
RuntimeLayout parse_layout(std::string_view text);

// A layout, or a tiler for each mode: "<3:3,(2,4):(1,8)>", or a shape such as "(3,8)", which stands
// for <3:1,8:1>. Throws as parse_layout does.
Tiler parse_tiler(std::string_view text);

}  // namespace hippuzzle
