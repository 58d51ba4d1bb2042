// `hippuzzle solution p14`: the reference kernels, once the learner's have passed.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_solution(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
