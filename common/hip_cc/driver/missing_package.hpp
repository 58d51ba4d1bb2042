// The package that has a file or library that a compiler did not find.
#pragma once

#include <string>

namespace hippuzzle::cc {

// A sentence that ends in a line break, for what a compiler or linker said; empty when it misses
// nothing that a package is known to have.
std::string missing_package(const std::string& messages);

}  // namespace hippuzzle::cc
