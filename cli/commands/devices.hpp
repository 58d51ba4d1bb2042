// `hippuzzle devices`: the platforms, their devices and versions, or why one is not usable.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_devices(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
