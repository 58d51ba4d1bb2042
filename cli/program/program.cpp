// Reads the command line, runs one command, and prints errors in one place.
#include "cli/program/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/app/learner/edition_here.hpp"
#include "cli/args/early_options.hpp"
#include "cli/args/global_options.hpp"
#include "cli/args/parser.hpp"
#include "cli/commands/learning_commands.hpp"
#include "cli/program/errors.hpp"
#include "cli/app/reentry/reentry.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/table.hpp"
#include "engine/runner/cpu_variables.hpp"

namespace hippuzzle {
namespace {

Outcome run(int argc, char** argv, const Program& program) {
  EarlyOptions early = EarlyOptions::read(argc, argv);
  choose_colour(early.colour);
  // Runners, and programs that a command starts, read it where they make the devices.
  if (!early.cpu_devices.empty()) setenv("HIPPUZZLE_CPU_DEVICES", early.cpu_devices.c_str(), 1);
  logging::setup();
  const GlobalOptions globals(as_set_here(std::move(early)));
  if (program.unparsed != nullptr) {
    if (const auto outcome = program.unparsed(argc, argv, globals)) return *outcome;
  }
  Parser parser("GPU puzzles in HIP C++, on AMD and NVIDIA GPUs and on any CPU");
  const Command app = parser.root();
  app.subcommands_are("PUZZLE | COMMAND");
  for (const commands::CommandEntry& entry : commands::all) {
    if (commands::means_puzzle(entry.name, globals)) continue;
    commands::add_command(app, entry, program.adders, globals);
  }
  commands::add_puzzles(app, globals);
  parser.add_flags(version_text());
  add_global_options(app);
  app.footer(  // last: commands would inherit it
      "`hippuzzle p16 --tiled` runs a variant of a puzzle, `hippuzzle p16` all of them,\n"
      "`hippuzzle p16 --help` lists them; `hippuzzle list` lists the puzzles.\n"
      "To solve them: `hippuzzle init` in an empty folder, then `hippuzzle start p01`.");
  const Action action = parser.parse(argc, argv);
  require_cpu_variables();
  return action();
}

// Opens standard streams that the caller closed, such that using them fails: otherwise the next
// file or pipe would get their number, and output meant for them.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) {
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace

int run_program(int argc, char** argv, const Program& program) {
  if (const auto code = reenter(argc, argv)) return *code;
  open_standard_streams();
  logging::setup();
  if (isatty(STDOUT_FILENO) != 0) Table::fold_to(static_cast<size_t>(terminal_size().columns));
  try {
    return after_output(exit_code(run(argc, argv, program)));
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return after_output(exit_code(Outcome::usage));
    return report_error(error);
  }
}

}  // namespace hippuzzle
