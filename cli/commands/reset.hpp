// `hippuzzle reset p14`: the stub again; an edited file is kept beside it.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_reset(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
