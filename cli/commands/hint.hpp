// `hippuzzle hint p14 --simple`: the next hint for a variant.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_hint(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
