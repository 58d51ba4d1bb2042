// The package that has a file or library that a compiler did not find.
#pragma once

#include <string>

namespace hippuzzle::cc {

// A sentence that ends in a line break, about a message of a compiler or linker; empty when no part
// is missing that a known package has.
std::string missing_package(const std::string& messages);

}  // namespace hippuzzle::cc
