// `hippuzzle bench p16 --size 1024 --baseline`: measures variants; `bench compare OLD NEW` says
// what became faster.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_bench(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
