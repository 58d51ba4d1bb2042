// `hippuzzle list`: the puzzles, their variants, and the platforms that each is built for.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_list(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
