// A text's lines, and text without the blanks around it.
#pragma once

#include <string_view>
#include <vector>

namespace hippuzzle {

// Blanks are those of std::isspace() in the C locale, line breaks included.
std::string_view trimmed(std::string_view text);

// Without their line breaks; one at the end begins no line.
std::vector<std::string_view> split_lines(std::string_view text);

}  // namespace hippuzzle
