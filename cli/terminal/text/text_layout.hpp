// Text in columns of a terminal. Widths count visible columns: terminal escapes have none, a UTF-8
// character has one column (lessons have no wide characters).
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

size_t display_width(const std::string& text);

// Text padded with blanks on its right.
std::string padded(const std::string& text, size_t width);

// Keeps the blanks of a text from becoming line breaks in wrapped().
std::string unbreakable(const std::string& text);

// The same with its blanks as they were.
std::string breakable(const std::string& text);

// Breaks text at blanks into lines of at most `width` columns; a longer word stands alone. Never
// empty.
std::vector<std::string> wrapped(const std::string& text, size_t width);

}  // namespace hippuzzle
