// `hippuzzle reset p14`: the stub again; an edited file is kept next to it.
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

Outcome run_reset(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const Lesson lesson = lesson_of(named_or_next(argument, globals), globals);
  const auto backup = workspace.reset(lesson);
  open_progress(workspace).forget_verdicts(lesson.puzzle());
  write_text(reset_text(workspace.kernels(lesson), backup));
  return Outcome::passed;
}

}  // namespace

void add_reset(Command command, const GlobalOptions& globals) {
  auto argument = std::make_shared<PuzzleArgument>();
  add_puzzle_argument(command, *argument, globals, Variants::none).description(or_the_next);
  command.act([argument, &globals] { return run_reset(*argument, globals); });
}

}  // namespace hippuzzle::commands
