// `hippuzzle progress`: what has passed in the workspace and what has not.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_progress(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
