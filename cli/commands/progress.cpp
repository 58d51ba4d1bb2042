// `hippuzzle progress`: what has passed in the workspace and what has not.
#include <memory>

#include "cli/app/learner/learner.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/progress_text.hpp"
#include "cli/report/verdict/documents.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "cli/terminal/screen/terminal.hpp"

namespace hippuzzle::commands {

void add_progress(Command command, const GlobalOptions& globals) {
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "print one JSON object in a line");
  command.act([json, &globals] {
    const Workspace workspace = Workspace::require();
    const Curriculum curriculum(globals.catalog(), open_progress(workspace), workspace);
    const auto width = static_cast<size_t>(terminal_size().columns);
    print(*json ? progress_json(curriculum)
                : progress_text(curriculum, width, wants_colour(stdout)));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
