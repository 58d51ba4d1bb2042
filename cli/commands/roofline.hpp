// `hippuzzle roofline p16`: a device's ceilings, and kernels under them.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_roofline(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
