// The lesson of the puzzle that the user named.
#pragma once

#include "cli/args/puzzle_argument.hpp"
#include "lessons/lesson.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

// Throws Error(usage) when there is no such puzzle, or no sources of it.
Lesson lesson_of(const PuzzleArgument& argument, const GlobalOptions& globals);

// The help of a command's puzzle argument where that may be left out.
inline constexpr const char* or_the_next = "the puzzle [the next that has not passed]";

// The argument; without a name, the next puzzle that has not passed, with a message on
// standard error. Throws Error(usage) when all have.
PuzzleArgument named_or_next(const PuzzleArgument& argument, const GlobalOptions& globals);

// The puzzle that is named, else the first that has not passed, else the first. Throws
// Error(load_failed) when there are none.
std::string first_puzzle(const PuzzleArgument& argument, const GlobalOptions& globals,
                         const Workspace& workspace);

}  // namespace hippuzzle
