// `hippuzzle progress`: what has passed in the workspace and what has not.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_progress(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
