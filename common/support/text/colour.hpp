// Text that is coloured by terminal escapes.
#pragma once

#include <string>

namespace hippuzzle {

// The text without terminal escapes, "\x1b[31m" and the like.
std::string without_colour(const std::string& text);

}  // namespace hippuzzle
