// `hippuzzle show p14`: the lesson, in the terminal.
#include <algorithm>
#include <memory>

#include "cli/app/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/markdown.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/typed_command.hpp"

namespace hippuzzle::commands {
namespace {

constexpr int widest = 100;  // longer lines are hard to read

Outcome run_show(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Lesson lesson = lesson_of(argument, globals);
  const auto width = static_cast<size_t>(std::min(terminal_size().columns, widest));
  print_paged(
      render_markdown(as_typed(lesson.readme()), {width, wants_colour(stdout), lesson.folder()}));
  return Outcome::passed;
}

}  // namespace

void add_show(Command command, const GlobalOptions& globals) {
  auto argument = std::make_shared<PuzzleArgument>();
  add_puzzle_argument(command, *argument, globals, Variants::none).required();
  command.act([argument, &globals] { return run_show(*argument, globals); });
}

}  // namespace hippuzzle::commands
