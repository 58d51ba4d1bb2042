// `hippuzzle check p16 [--tiled …]`: runs kernels that were compiled to be checked and says what is
// wrong with them beyond the answer.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_check(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
