// Text that is laid out in lines already, for a narrower terminal.
#pragma once

#include <string>

namespace hippuzzle {

// The lines of a text that are longer than `width` broken at blanks, but not within
// unbreakable() text (text_layout.hpp), and as far in as they were; the others as they are.
std::string folded(const std::string& text, size_t width);

}  // namespace hippuzzle
