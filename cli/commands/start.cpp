// `hippuzzle start p14`: puts a puzzle's stub into the workspace.
#include <memory>

#include "cli/app/learner/learner.hpp"
#include "cli/app/learner/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/workspace_text.hpp"
#include "cli/report/output.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle::commands {
namespace {

Outcome run_start(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const PuzzleArgument named = named_or_next(argument, globals);
  const Lesson lesson = lesson_of(named, globals);
  const Workspace::Kernels before = begin_puzzle(workspace, lesson, globals.search_path().prefix());
  write_text(started_text(named.id, lesson, workspace.kernels(lesson), before));
  return Outcome::passed;
}

}  // namespace

void add_start(Command command, const GlobalOptions& globals) {
  auto argument = std::make_shared<PuzzleArgument>();
  add_puzzle_argument(command, *argument, globals, Variants::none).description(or_the_next);
  command.act([argument, &globals] { return run_start(*argument, globals); });
}

}  // namespace hippuzzle::commands
