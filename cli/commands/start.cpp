#include "cli/commands/start.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/args/puzzle_argument.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle::commands {
namespace {

Outcome run(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const Lesson lesson = argument.lesson(globals);
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

void setup_start(Command app, const GlobalOptions& globals, Outcome& outcome) {
  auto argument = std::make_shared<PuzzleArgument>();
  const Command command = app.subcommand("start", "Put a puzzle's file into the workspace",
                                         "Working through the puzzles");
  add_puzzle_argument(command, *argument, globals, Variants::none).required();
  command.act([argument, &globals, &outcome] { outcome = run(*argument, globals); });
}

}  // namespace hippuzzle::commands
