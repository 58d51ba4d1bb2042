#include "cli/app/lesson_of.hpp"

namespace hippuzzle {

Lesson lesson_of(const PuzzleArgument& argument, const GlobalOptions& globals) {
  return {globals.catalog(), argument.entry(globals).refs.front().puzzle->id()};
}

}  // namespace hippuzzle
