// `hippuzzle show p14`: the lesson, in the terminal.
#include <memory>

#include "cli/app/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lesson_text.hpp"
#include "cli/terminal/pager.hpp"

namespace hippuzzle::commands {
namespace {

Outcome run_show(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Lesson lesson = lesson_of(named_or_next(argument, globals), globals);
  print_paged(lesson_text(lesson.readme(), lesson.folder()));
  return Outcome::passed;
}

}  // namespace

void add_show(Command command, const GlobalOptions& globals) {
  auto argument = std::make_shared<PuzzleArgument>();
  add_puzzle_argument(command, *argument, globals, Variants::none).description(or_the_next);
  command.act([argument, &globals] { return run_show(*argument, globals); });
}

}  // namespace hippuzzle::commands
