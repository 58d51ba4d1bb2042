// `hippuzzle watch [p14]`: runs a puzzle at every save.
#include <fmt/format.h>

#include <memory>

#include "cli/app/learner.hpp"
#include "cli/app/watch_loop.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"

namespace hippuzzle::commands {
namespace {

struct WatchState {
  PuzzleArgument argument;
  RunSettings settings;
};

// The options that each run gets, from how this command was called.
std::vector<std::string> options_of_runs(const WatchState& state, const GlobalOptions& globals,
                                         Command command) {
  std::vector<std::string> options;
  for (const auto& path : globals.early().plugin_paths) {
    options.emplace_back("--plugin-path");
    options.push_back(path.string());
  }
  if (!globals.early().edition.empty()) {
    options.emplace_back("--edition");
    options.push_back(globals.early().edition);
  }
  for (const char* name : {"--backend", "--device", "--seed", "--timeout"}) {
    for (const std::string& value : command.values_of(name)) {
      options.emplace_back(name);
      options.push_back(value);
    }
  }
  if (state.settings.no_check) options.emplace_back("--no-check");
  return options;
}

// The puzzle that is named, else the first that has not passed, else the first.
std::string first_puzzle(const WatchState& state, const GlobalOptions& globals,
                         const Workspace& workspace) {
  if (!state.argument.id.empty()) return state.argument.entry(globals).id;
  const Curriculum curriculum(globals.catalog(), open_progress(workspace));
  if (curriculum.puzzles().empty()) {
    throw Error(Outcome::load_failed,
                fmt::format("there are no puzzles in {}", globals.search_path().describe()));
  }
  return curriculum.next("").value_or(curriculum.puzzles().front().id);
}

}  // namespace

void add_watch(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<WatchState>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags)
      .description("the puzzle [the first that has not passed]");
  add_backend(command, state->settings,
              "auto, cpu, nvidia or amd; several with commas [the workspace's]");
  add_device(command, state->settings, number_of_the_device);
  add_seed(command, state->settings);
  add_timeout(command, state->settings);
  add_no_check(command, state->settings);
  command.act([state, command, &globals] {
    Workspace workspace = Workspace::require();
    const std::string first = first_puzzle(*state, globals, workspace);
    WatchLoop(globals, std::move(workspace), first, state->argument.flags,
              options_of_runs(*state, globals, command))
        .run();
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
