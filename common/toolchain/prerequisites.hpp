// The files that went into a compiler's output, as the compiler writes them for make.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

// The files after "target:", which make's rule has with blanks escaped.
std::vector<std::string> prerequisites(const std::string& rule);

}  // namespace hippuzzle
