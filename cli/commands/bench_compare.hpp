// `hippuzzle bench compare OLD NEW`: what became faster, slower or stayed the same.
#pragma once

#include "cli/args/command.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

// Below `bench`. done: set when it was this that ran.
void setup_bench_compare(Command bench, bool& done, Outcome& outcome);

}  // namespace hippuzzle::commands
