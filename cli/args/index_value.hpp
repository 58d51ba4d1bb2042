// A block or a thread on the command line: "1,0" is x and y; missing numbers are 0.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace hippuzzle {

inline constexpr const char* index_form = "x, x,y or x,y,z, such as 0,1";

std::optional<std::array<uint32_t, 3>> parse_index(const std::string& text);

// A ValueCheck: the error in the text, or "".
std::string index_check(const std::string& text);

}  // namespace hippuzzle
