// `hippuzzle trace p16 --tiled --block 0,0`: what one block of a kernel does, phase by phase.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_trace(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
