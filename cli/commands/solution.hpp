// `hippuzzle solution p14`: the reference kernels, once the learner's have passed.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_solution(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
