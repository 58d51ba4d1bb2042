// `hippuzzle start p14`: puts a puzzle's stub into the workspace.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_start(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
