// hippuzzle: sets up the commands, parses, runs one, and prints errors in one place.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "cli/args/global_options.hpp"
#include "cli/args/parser.hpp"
#include "cli/commands/bench.hpp"
#include "cli/commands/check.hpp"
#include "cli/commands/completion.hpp"
#include "cli/commands/devices.hpp"
#include "cli/commands/hint.hpp"
#include "cli/commands/init.hpp"
#include "cli/commands/layout.hpp"
#include "cli/commands/list.hpp"
#include "cli/commands/new.hpp"
#include "cli/commands/progress.hpp"
#include "cli/commands/puzzle.hpp"
#include "cli/commands/record_mistakes.hpp"
#include "cli/commands/reset.hpp"
#include "cli/commands/roofline.hpp"
#include "cli/commands/run.hpp"
#include "cli/commands/show.hpp"
#include "cli/commands/solution.hpp"
#include "cli/commands/start.hpp"
#include "cli/commands/trace.hpp"
#include "cli/commands/watch.hpp"
#include "cli/errors.hpp"
#include "cli/runner_entry.hpp"
#include "cli/terminal/logging.hpp"

namespace {

using namespace hippuzzle;

Outcome run(int argc, char** argv) {
  Parser parser("GPU puzzles in HIP C++, on AMD and NVIDIA GPUs and on any CPU", version_text());
  const Command app = parser.root();
  app.subcommands_are("PUZZLE | COMMAND");
  GlobalOptions globals(app, argc, argv);
  Outcome outcome = Outcome::passed;
  commands::setup_list(app, globals, outcome);
  commands::setup_devices(app, globals, outcome);
  commands::setup_run(app, globals, outcome);
  commands::setup_bench(app, globals, outcome);
  commands::setup_roofline(app, globals, outcome);
  commands::setup_check(app, globals, outcome);
  commands::setup_trace(app, globals, outcome);
  commands::setup_layout(app, outcome);
  commands::setup_record_mistakes(app, globals, outcome);
  commands::setup_init(app, outcome);
  commands::setup_start(app, globals, outcome);
  commands::setup_show(app, globals, outcome);
  commands::setup_watch(app, globals, outcome);
  commands::setup_hint(app, globals, outcome);
  commands::setup_progress(app, globals, outcome);
  commands::setup_reset(app, globals, outcome);
  commands::setup_solution(app, globals, outcome);
  commands::setup_new(app, globals, outcome);
  commands::setup_completion(app, globals, outcome);
  commands::setup_puzzles(app, globals, outcome);
  app.footer(
      "`hippuzzle p16 --tiled` runs a variant of a puzzle, `hippuzzle p16` all of them,\n"
      "`hippuzzle p16 --help` lists them; `hippuzzle list` lists the puzzles.\n"
      "To solve them: `hippuzzle init` in an empty folder, then `hippuzzle start p01`.");

  parser.parse(argc, argv);
  return outcome;
}

// A stream that the caller closed is opened such that using it fails: its number would else be that
// of the next file or pipe, into which everything would be printed.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) {
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const auto descriptors = hippuzzle::runner_descriptors(argc, argv)) {
    return hippuzzle::runner_main(*descriptors);
  }
  open_standard_streams();
  logging::setup();
  try {
    return after_output(exit_code(run(argc, argv)));
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return after_output(exit_code(Outcome::usage));
    return report_error(error);
  }
}
