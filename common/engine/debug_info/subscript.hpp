// The words of the source for an index that left its array's declared type or its tensor's shape.
#pragma once

#include <string>
#include <string_view>

#include "engine/debug_info/source_lines.hpp"

namespace hippuzzle {

struct Subscript {
  std::string array;    // "rows" of `rows[y][x + 1]`, "pair.taps" of a member; "" when not known
  std::string element;  // the same with the index in the place of the last subscript: "rows[y][4]"
};

// The subscript in a line of source whose closing bracket is at `column`, counted from 1; where
// none is there, as in a macro, both are empty.
Subscript subscript_at(std::string_view line, int column, long long index);

// Gives the finding, if it is about such an index and has places, an element, and its array a name
// where it has none.
void name_by_subscript(Finding& finding, SourceLines& lines);

// The object in a line of source that is called there, "tile" of `tile(row, col)`; column, counted
// from 1, is of the call's first or last parenthesis. "" where neither is there.
std::string called_at(std::string_view line, int column);

// Names the tensor in the sentence of a finding about an index that left its shape.
void name_by_call(Finding& finding, SourceLines& lines);

}  // namespace hippuzzle
