// `hippuzzle devices`: the platforms, their devices and versions, or why one is not usable.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_devices(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
