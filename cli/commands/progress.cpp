// `hippuzzle progress`: passed and open puzzles of the workspace.
#include <memory>

#include "cli/app/learner/learner.hpp"
#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/progress_text.hpp"

namespace hippuzzle::commands {

void add_progress(Command command, const GlobalOptions& globals) {
  auto output = std::make_shared<OutputSettings>();
  add_outputs(command, *output, names_of(progress_formats()));
  command.act([output, &globals] {
    const Workspace workspace = Workspace::require();
    const Curriculum curriculum(globals.catalog(), open_progress(workspace), workspace);
    write_result(*output, progress_formats(), curriculum);
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
