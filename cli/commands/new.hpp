// `hippuzzle new p40 --title "…"`: the folder of a new puzzle.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_new(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
