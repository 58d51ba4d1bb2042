// `hippuzzle start p14`: puts a puzzle's stub into the workspace.
#include <fmt/format.h>

#include <memory>

#include "cli/app/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle::commands {
namespace {

Outcome run(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const Lesson lesson = lesson_of(argument, globals);
  const std::string file = std::filesystem::proximate(workspace.kernels(lesson)).string();
  switch (workspace.start(lesson)) {
    case Workspace::Kernels::missing:
      fmt::print("{} is yours to {}.\n", file, lesson.has_gap() ? "fill in" : "mend");
      break;
    case Workspace::Kernels::untouched:
      fmt::print("{} is there already, as the puzzle ships it.\n", file);
      break;
    case Workspace::Kernels::edited:
      fmt::print(
          "{} has your edits and was left as it is (`hippuzzle reset {}` restores the "
          "stub).\n",
          file, argument.id);
      break;
  }
  fmt::print(
      "`hippuzzle show {0}` is the lesson, `hippuzzle watch {0}` runs it at every save, "
      "`hippuzzle hint {0}` helps.\n",
      argument.id);
  return Outcome::passed;
}

}  // namespace

void add_start(Command command, const GlobalOptions& globals) {
  auto argument = std::make_shared<PuzzleArgument>();
  add_puzzle_argument(command, *argument, globals, Variants::none).required();
  command.act([argument, &globals] { return run(*argument, globals); });
}

}  // namespace hippuzzle::commands
