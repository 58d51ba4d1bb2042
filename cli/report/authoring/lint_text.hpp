// The faults in puzzles' shape as text, a line each as compilers write theirs.
#pragma once

#include <span>
#include <string>

#include "lessons/authoring/puzzle_shape.hpp"

namespace hippuzzle {

// "plugins/p40_double/README.md:12: …", files from the current folder, and a line that sums up.
std::string lint_text(std::span<const ShapeFault> faults, size_t puzzles);

}  // namespace hippuzzle
