// `hippuzzle run 'p*'`: everything that a pattern names, one line a variant, and a summary.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_run(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
