// `hippuzzle hint p14 --simple`: the next hint for a variant.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_hint(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
