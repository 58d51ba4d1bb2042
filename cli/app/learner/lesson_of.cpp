#include "cli/app/learner/lesson_of.hpp"

#include <fmt/format.h>

#include "cli/app/learner/learner.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "lessons/curriculum.hpp"

namespace hippuzzle {

Lesson lesson_of(const PuzzleArgument& argument, const GlobalOptions& globals) {
  return {globals.catalog(), argument.entry(globals).refs.front().puzzle->id()};
}

PuzzleArgument named_or_next(const PuzzleArgument& argument, const GlobalOptions& globals) {
  if (!argument.id.empty()) return argument;
  PuzzleArgument next = argument;
  const auto workspace = Workspace::find(std::filesystem::current_path());
  if (!workspace) {
    throw Error(Outcome::usage,
                "no puzzle is named, and outside a workspace none is the next; name one",
                Advice{Advice::list_puzzles});
  }
  const Curriculum curriculum(globals.catalog(), open_progress(*workspace), *workspace);
  next.id = curriculum.next("").value_or("");
  if (next.id.empty()) throw Error(Outcome::usage, "all puzzles have passed; name one of them");
  logging::info("{} is the next that has not passed", next.id);
  return next;
}

std::string first_puzzle(const PuzzleArgument& argument, const GlobalOptions& globals,
                         const Workspace& workspace) {
  if (!argument.id.empty()) return argument.entry(globals).id;
  const Curriculum curriculum(globals.catalog(), open_progress(workspace), workspace);
  if (curriculum.puzzles().empty()) {
    throw Error(Outcome::load_failed,
                fmt::format("there are no puzzles in {}", globals.search_path().describe()));
  }
  return curriculum.next("").value_or(curriculum.puzzles().front().id);
}

}  // namespace hippuzzle
