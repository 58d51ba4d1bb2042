// The text form of layouts, CuTe's, and of the algebra on them.
//
//   shape:stride       "((2,2),8):((8,32),1)": each an integer or a tuple in parentheses. Integers
//                      may be written as CuTe prints static ones, _8. A shape alone is contiguous,
//                      its first mode fastest.
//   function(…)        "composition(row_major(6,2),(4,3):(3,1))", "zipped_divide((9,7),(4,4))":
//                      layout_functions() lists them. Their arguments are such texts again.
//
// A tiler, where a function takes one, is a layout, one tiler for each mode, "<3:3,(2,4):(1,8)>",
// or a shape, "(3,8)", which stands for <3:1,8:1>.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "layout/runtime_layout.hpp"
#include "layout/runtime_layout_algebra.hpp"

namespace hippuzzle {

// All of these throw Error(Outcome::usage) that says at which character the text is none, and what
// was expected there; or, where the text can be read but its figures do not fit, which of its parts
// is refused and why.
using LayoutResult = std::variant<RuntimeLayout, RuntimeTvLayout>;
LayoutResult parse_layout_or_tv(std::string_view text);
RuntimeLayout parse_layout(std::string_view text);  // of a thread-value layout, its layout alone
Tiler parse_tiler(std::string_view text);

// "1,2", "(1,(2,_))" or "5": integers and, for modes that are kept, `_`.
IntTree parse_coordinate(std::string_view text);

}  // namespace hippuzzle
