// `hippuzzle init [DIR]`: makes a workspace.
#pragma once

#include "cli/args/command.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_init(Command app, Outcome& outcome);

}  // namespace hippuzzle::commands
