#include "cli/commands/show.hpp"

#include <algorithm>
#include <memory>

#include "cli/args/puzzle_argument.hpp"
#include "cli/terminal/markdown.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"

namespace hippuzzle::commands {
namespace {

constexpr int widest = 100;  // longer lines are hard to read

Outcome run(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Lesson lesson = argument.lesson(globals);
  const auto width = static_cast<size_t>(std::min(terminal_size().columns, widest));
  print_paged(render_markdown(lesson.readme(), {width, wants_colour(stdout), lesson.folder()}));
  return Outcome::passed;
}

}  // namespace

void setup_show(Command app, const GlobalOptions& globals, Outcome& outcome) {
  auto argument = std::make_shared<PuzzleArgument>();
  const Command command =
      app.subcommand("show", "Read a puzzle's lesson", "Working through the puzzles");
  add_puzzle_argument(command, *argument, globals, Variants::none).required();
  command.act([argument, &globals, &outcome] { outcome = run(*argument, globals); });
}

}  // namespace hippuzzle::commands
