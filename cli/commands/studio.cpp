// `hippuzzle studio [p12]`: lesson, editor, verdict and trace in one page of a browser.
// `hippuzzle studio prog.hip`: the same for a HIP program. `hippuzzle studio --class grades.json`:
// a class's results.
#include <arpa/inet.h>
#include <fmt/format.h>

#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>

#include "cli/app/learner/lesson_of.hpp"
#include "cli/app/reentry/isolation.hpp"
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
  std::string address = "127.0.0.1";
  std::optional<std::string> port;
  double idle = 30;
  bool is_read_only = false;
  std::vector<std::string> arguments;  // of a program
  std::string flags;                   // of its compiler
  std::vector<std::string> results;    // of a class
};

std::string port_check(const std::string& text) {
  const std::string why = whole_number(text);
  if (!why.empty()) return why;
  if (text.size() <= 5 && std::stoi(text) <= 65535) return "";
  return "a port is a number up to 65535, found '" + text + "'";
}

std::string address_check(const std::string& text) {
  in_addr address;
  if (inet_pton(AF_INET, text.c_str(), &address) == 1) return "";
  return "an address is four numbers, 192.168.1.20, or 0.0.0.0 for all of this machine's, found '" +
         text + "'";
}

// A name of a file, which no puzzle has.
bool is_program(const std::string& word) {
  return word.find('/') != word.npos || word.find('.') != word.npos;
}

StudioSettings settings_of(const StudioState& state) {
  StudioSettings settings;
  settings.address = state.address;
  if (state.port) settings.port = std::stoi(*state.port);
  settings.idle = std::chrono::milliseconds(static_cast<int64_t>(state.idle * 60'000));
  settings.is_read_only = state.is_read_only;
  return settings;
}

void run_puzzles(const StudioState& state, const GlobalOptions& globals, Command command) {
  if (!state.arguments.empty() || !state.flags.empty()) {
    throw Error(Outcome::usage,
                "arguments and --flags are for a program, such as `hippuzzle studio prog.hip`");
  }
  const auto& named = state.run.workspace;
  const Workspace workspace = named ? Workspace::at(*named) : Workspace::require();
  std::optional<Isolation> isolation;
  PuzzleOptions options{
      passed_on(globals, command,
                {"--backend", "--device", "--seed", "--timeout", "--memory", "--workspace"}),
      passed_on(globals, command, {"--seed", "--workspace"}),
      passed_on(globals, command, {"--backend", "--device", "--seed", "--workspace"})};
  if (state.run.confined) {
    isolation = Isolation::choose("auto", globals.search_path(), "leave out --confined");
    for (auto* words : {&options.run, &options.all, &options.measure})
      words->emplace_back("--confined");
  }
  serve_puzzles(globals, workspace, first_puzzle(state.argument, globals, workspace),
                std::move(options), std::move(isolation), settings_of(state));
}

void run_program(const StudioState& state, const GlobalOptions& globals, Command command) {
  if (state.run.confined) {
    throw Error(Outcome::usage,
                fmt::format("--confined is for puzzles: '{}' is a program, which has your rights; "
                            "leave it out",
                            state.argument.id));
  }
  for (const char* name :
       {"--backend", "--device", "--seed", "--timeout", "--memory", "--workspace"}) {
    if (command.values_of(name).empty()) continue;
    throw Error(Outcome::usage,
                fmt::format("{} is for puzzles; leave it out for '{}'", name, state.argument.id));
  }
  std::istringstream flags(state.flags);
  const std::vector<std::string> words{std::istream_iterator<std::string>(flags), {}};
  serve_program(globals, {state.argument.id, words, state.arguments}, settings_of(state));
}

}  // namespace

void add_studio(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<StudioState>();
  add_puzzle_argument(command, state->argument, globals, Variants::none)
      .description("the puzzle to begin with [the first that has not passed], or a HIP program");
  command.option("arguments", state->arguments, "the program's arguments, after --")
      .type_name("ARGUMENT")
      .repeatable();
  command.option("--flags", state->flags, "of a program's compiler: \"-I include -lhipblas\"")
      .type_name("FLAGS");
  command
      .option("--class", state->results,
              "show a class's results instead: grades.json of `hippuzzle grade`; may be repeated")
      .type_name("FILE")
      .repeatable();
  command
      .option("--address", state->address,
              "the address of this machine to listen on, 0.0.0.0 for all [127.0.0.1]")
      .type_name("ADDRESS")
      .check(address_check);
  command.option("--port", state->port, "the port, 0 for any [the workspace's own]")
      .type_name("N")
      .check(port_check);
  command.option("--idle", state->idle, "end after this long without an open page [30]")
      .type_name("MINUTES")
      .check(minutes);
  command.flag("--read-only", state->is_read_only, "write no file; the page follows your editor");
  add_backend(command, state->run, several_backends("the workspace's"));
  add_device(command, state->run, number_of_the_device);
  add_seed(command, state->run);
  add_timeout(command, state->run);
  add_memory(command, state->run);
  add_workspace(command, state->run, "run");
  add_confined(command, state->run);
  command.act([state, command, &globals] {
    if (!state->results.empty()) {
      if (!state->argument.id.empty()) {
        throw Error(Outcome::usage,
                    "--class shows results and no puzzle; leave one of the two out");
      }
      serve_class(globals, state->results, settings_of(*state));
    } else if (is_program(state->argument.id)) {
      run_program(*state, globals, command);
    } else {
      run_puzzles(*state, globals, command);
    }
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
