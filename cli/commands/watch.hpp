// `hippuzzle watch [p14]`: runs a puzzle at every save.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_watch(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
