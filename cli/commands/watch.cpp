// `hippuzzle watch [p14]`: runs a puzzle at every save.
#include <fmt/format.h>

#include <memory>

#include "cli/app/learner/lesson_of.hpp"
#include "cli/app/watch/watch_loop.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/passed_on.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle::commands {
namespace {

struct WatchState {
  PuzzleArgument argument;
  RunSettings settings;
  double next_after = 5;
  bool stay = false;
};

// The options that each run gets, from how this command was called.
std::vector<std::string> options_of_runs(const WatchState& state, const GlobalOptions& globals,
                                         Command command) {
  std::vector<std::string> options =
      passed_on(globals, command,
                {"--backend", "--device", "--seed", "--timeout", "--memory", "--workspace"});
  if (const auto& target = state.settings.emulate) {
    options.push_back(target->empty() ? "--emulate" : "--emulate=" + *target);
  }
  if (!logging::shows(logging::Level::info)) options.emplace_back("--quiet");
  if (logging::shows(logging::Level::debug)) options.emplace_back("--verbose");
  if (state.settings.confined) options.emplace_back("--confined");
  if (state.settings.no_check) options.emplace_back("--no-check");
  if (state.settings.in_process) options.emplace_back("--in-process");
  return options;
}

}  // namespace

void add_watch(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<WatchState>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags)
      .description("the puzzle [the first that has not passed]");
  add_backend(command, state->settings, several_backends("the workspace's"));
  add_device(command, state->settings, number_of_the_device);
  add_emulate(command, state->settings.emulate);
  add_seed(command, state->settings);
  add_timeout(command, state->settings);
  add_memory(command, state->settings);
  add_in_process(command, state->settings);
  add_workspace(command, state->settings, "run");
  add_confined(command, state->settings);
  add_no_check(command, state->settings);
  command
      .option("--next-after", state->next_after,
              fmt::format("seconds from a puzzle's first pass to the next puzzle [{:g}]",
                          state->next_after))
      .type_name("SECONDS")
      .check(seconds);
  command.flag("--stay", state->stay, "stay at a puzzle that passed until n is pressed");
  command.act([state, command, &globals] {
    const auto& named = state->settings.workspace;
    Workspace workspace = named ? Workspace::at(*named) : Workspace::require();
    WatchSettings settings{first_puzzle(state->argument, globals, workspace), state->argument.flags,
                           options_of_runs(*state, globals, command), state->next_after};
    if (state->stay) settings.next_after.reset();
    WatchLoop(globals, std::move(workspace), std::move(settings)).run();
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
