// `hippuzzle progress`: what has passed in the workspace and what has not.
#include "cli/app/learner.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/progress_text.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/terminal/terminal.hpp"

namespace hippuzzle::commands {

void add_progress(Command command, const GlobalOptions& globals) {
  command.act([&globals] {
    const Curriculum curriculum(globals.catalog(), open_progress(Workspace::require()));
    print(progress_text(curriculum, static_cast<size_t>(terminal_size().columns),
                        wants_colour(stdout)));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
