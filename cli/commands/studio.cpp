// `hippuzzle studio [p12]`: lesson, editor, verdict and trace in one page of a browser.
#include <memory>

#include "cli/app/learner/lesson_of.hpp"
#include "cli/app/studio/serve_studio.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/passed_on.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"

namespace hippuzzle::commands {
namespace {

struct StudioState {
  PuzzleArgument argument;
  RunSettings run;
  std::optional<std::string> port;
  int idle = 30;
  bool is_read_only = false;
};

std::string port_check(const std::string& text) {
  const std::string why = whole_number(text);
  if (!why.empty()) return why;
  if (text.size() <= 5 && std::stoi(text) <= 65535) return "";
  return "a port is a number up to 65535, found '" + text + "'";
}

}  // namespace

void add_studio(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<StudioState>();
  add_puzzle_argument(command, state->argument, globals, Variants::none)
      .description("the puzzle to begin with [the first that has not passed]");
  command.option("--port", state->port, "the port on 127.0.0.1, 0 for any [the workspace's own]")
      .type_name("N")
      .check(port_check);
  command.option("--idle", state->idle, "end after this long without an open page [30]")
      .type_name("MINUTES")
      .check(at_least_one);
  command.flag("--read-only", state->is_read_only, "write no file; the page follows your editor");
  add_backend(command, state->run, several_backends("the workspace's"));
  add_device(command, state->run, number_of_the_device);
  add_seed(command, state->run);
  add_timeout(command, state->run);
  add_memory(command, state->run);
  add_workspace(command, state->run, "run");
  command.act([state, command, &globals] {
    const auto& named = state->run.workspace;
    const Workspace workspace = named ? Workspace::at(*named) : Workspace::require();
    StudioSettings settings;
    settings.first = first_puzzle(state->argument, globals, workspace);
    settings.run_options =
        passed_on(globals, command,
                  {"--backend", "--device", "--seed", "--timeout", "--memory", "--workspace"});
    settings.all_options = passed_on(globals, command, {"--seed", "--workspace"});
    if (state->port) settings.port = std::stoi(*state->port);
    settings.idle = std::chrono::minutes(state->idle);
    settings.is_read_only = state->is_read_only;
    serve_studio(globals, workspace, settings);
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
