// `hippuzzle new p40 --title "…"`: the folder of a new puzzle.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_new(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
