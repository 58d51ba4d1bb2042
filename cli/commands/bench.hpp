// `hippuzzle bench p16 --size 1024 --baseline`: measures variants; `bench compare OLD NEW` says
// what became faster.
#pragma once

#include "command.hpp"
#include "engine/support/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_bench(Command app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
