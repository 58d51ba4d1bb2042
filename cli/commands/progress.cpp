#include "commands/progress.hpp"

#include <fmt/format.h>

#include "commands/learner.hpp"
#include "terminal.hpp"
#include "view/progress_text.hpp"

namespace hippuzzle::commands {

void setup_progress(CLI::App& app, const Globals& globals, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("progress", "See what has passed and what has not")
                          ->group("Working through the puzzles");
  command->callback([&globals, &outcome] {
    const Course course(globals.book(), open_progress(Workspace::require()));
    fmt::print("{}", progress_text(course, static_cast<size_t>(terminal_size().columns),
                                   wants_colour(stdout)));
    outcome = Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
