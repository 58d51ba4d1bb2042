// What a compiler writes for make: the files that went into what it made.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

// The files behind "target:", which make's rule has with blanks escaped.
std::vector<std::string> prerequisites(const std::string& rule);

}  // namespace hippuzzle
