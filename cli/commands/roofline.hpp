// `hippuzzle roofline p16`: a device's ceilings, and kernels under them.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_roofline(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
