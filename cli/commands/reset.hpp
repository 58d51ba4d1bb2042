// `hippuzzle reset p14`: the stub again; an edited file is kept beside it.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_reset(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
