// hippuzzle: a role that the program started itself for, else one command of the command line.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/app/errors.hpp"
#include "cli/app/learner/edition_here.hpp"
#include "cli/app/reentry/reentry.hpp"
#include "cli/args/early_options.hpp"
#include "cli/args/global_options.hpp"
#include "cli/args/parser.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/table.hpp"
#include "engine/runner/cpu_variables.hpp"

namespace hippuzzle {
namespace {

EarlyOptions read_early_options(int argc, char** argv) {
  EarlyOptions early = EarlyOptions::read(argc, argv);
  choose_colour(early.colour);
  // Runners, and programs that a command starts, read it where they make the devices.
  if (!early.cpu_devices.empty()) setenv("HIPPUZZLE_CPU_DEVICES", early.cpu_devices.c_str(), 1);
  logging::setup();
  return as_set_here(std::move(early));
}

void add_commands(Command app, const GlobalOptions& globals) {
  for (const commands::CommandEntry& entry : commands::all) {
    if (commands::means_puzzle(entry.name, globals)) continue;
    const Command command = app.subcommand(entry.name, entry.summary, entry.heading);
    if (entry.arguments == commands::Arguments::as_typed) command.takes_words_as_typed();
    command.prepare([command, add = entry.add, &globals] { add(command, globals); });
  }
  commands::add_puzzles(app, globals);
}

Outcome run_command(int argc, char** argv) {
  const GlobalOptions globals(read_early_options(argc, argv));
  Parser parser("GPU puzzles in HIP C++, on AMD and NVIDIA GPUs and on any CPU");
  const Command app = parser.root();
  app.subcommands_are("PUZZLE | COMMAND");
  add_commands(app, globals);
  parser.add_flags([&globals] { return version_and_platforms(globals.search_path()); });
  add_global_options(app);
  app.footer(  // last: commands would inherit it
      "`hippuzzle p16 --tiled` runs a variant of a puzzle, `hippuzzle p16` all of them,\n"
      "`hippuzzle p16 --help` lists them; `hippuzzle list` lists the puzzles.\n"
      "To solve them: `hippuzzle init` in an empty folder, then `hippuzzle start p01`.");
  const Action action = parser.parse(argc, argv);
  if (!parser.kept_words()) require_cpu_variables();
  return action();
}

}  // namespace
}  // namespace hippuzzle

int main(int argc, char** argv) {
  using namespace hippuzzle;
  if (const auto code = reenter(argc, argv)) return *code;
  open_standard_streams();
  logging::setup();
  if (isatty(STDOUT_FILENO) != 0) Table::fold_to(static_cast<size_t>(terminal_size().columns));
  try {
    return after_output(exit_code(run_command(argc, argv)));
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return after_output(exit_code(Outcome::usage));
    return report_error(error);
  }
}
