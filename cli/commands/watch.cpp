#include "cli/commands/watch.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/app/learner.hpp"
#include "cli/app/watch_loop.hpp"
#include "cli/args/puzzle_argument.hpp"

namespace hippuzzle::commands {
namespace {

struct State {
  PuzzleArgument argument;
  RunSettings settings;
};

// The options that each run gets, from how this command was called.
std::vector<std::string> run_options(Command app, Command command) {
  std::vector<std::string> options;
  const auto pass_on = [&](const Command& from, const char* name) {
    for (const std::string& value : from.values_of(name)) {
      options.emplace_back(name);
      options.push_back(value);
    }
  };
  pass_on(app, "--plugin-path");
  pass_on(app, "--edition");
  for (const char* name : {"--backend", "--device", "--seed", "--timeout"}) pass_on(command, name);
  return options;
}

// The puzzle that is named, else the first that has not passed, else the first.
std::string first_puzzle(const State& state, const GlobalOptions& globals,
                         const Workspace& workspace) {
  if (!state.argument.id.empty()) return state.argument.entry(globals).id;
  const Curriculum curriculum(globals.catalog(), globals.search_path(), open_progress(workspace));
  if (curriculum.puzzles().empty()) {
    throw Error(Outcome::load_failed,
                fmt::format("there are no puzzles in {}", globals.search_path().describe()));
  }
  return curriculum.next("").value_or(curriculum.puzzles().front().id);
}

}  // namespace

void setup_watch(Command app, const GlobalOptions& globals, Outcome& outcome) {
  auto state = std::make_shared<State>();
  const Command command =
      app.subcommand("watch", "Run a puzzle at every save", "Working through the puzzles");
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags)
      .description("the puzzle [the first that has not passed]");
  add_run_settings(command, state->settings,
                   "auto, cpu, nvidia or amd; several with commas [the workspace's]");
  for (const char* name : {"--in-process", "--json", "--solution"}) {
    command.remove(name);
  }
  command.act([state, app, command, &globals, &outcome] {
    Workspace workspace = Workspace::require();
    const std::string first = first_puzzle(*state, globals, workspace);
    WatchLoop(globals, std::move(workspace), first, state->argument.flags,
              run_options(app, command))
        .run();
    outcome = Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
