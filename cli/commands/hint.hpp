// `hippuzzle hint p14 --simple`: the next hint for a variant.
#pragma once

#include "cli/args/command.hpp"
#include "engine/support/outcome.hpp"
#include "cli/args/global_options.hpp"

namespace hippuzzle::commands {

void setup_hint(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
