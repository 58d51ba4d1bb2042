// `hippuzzle show p14`: the lesson, in the terminal.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_show(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
