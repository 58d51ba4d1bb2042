// `hippuzzle check p16 [--tiled …]`: runs kernels that were compiled to be checked and says what is
// wrong with them beyond the answer.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_check(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
