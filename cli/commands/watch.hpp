// `hippuzzle watch [p14]`: runs a puzzle at every save.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_watch(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
