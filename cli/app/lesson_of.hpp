// The lesson of the puzzle that the user named.
#pragma once

#include "cli/args/puzzle_argument.hpp"
#include "workspace/lesson.hpp"

namespace hippuzzle {

// Throws Error(usage) when there is no such puzzle, or no sources of it.
Lesson lesson_of(const PuzzleArgument& argument, const GlobalOptions& globals);

}  // namespace hippuzzle
