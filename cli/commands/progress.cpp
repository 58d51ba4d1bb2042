#include "cli/commands/progress.hpp"

#include <fmt/format.h>

#include "cli/app/learner.hpp"
#include "cli/report/progress_text.hpp"
#include "cli/terminal/terminal.hpp"

namespace hippuzzle::commands {

void setup_progress(Command app, const GlobalOptions& globals, Outcome& outcome) {
  const Command command = app.subcommand("progress", "See what has passed and what has not",
                                         "Working through the puzzles");
  command.act([&globals, &outcome] {
    const Curriculum curriculum(globals.catalog(), globals.search_path(),
                                open_progress(Workspace::require()));
    fmt::print("{}", progress_text(curriculum, static_cast<size_t>(terminal_size().columns),
                                   wants_colour(stdout)));
    outcome = Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
