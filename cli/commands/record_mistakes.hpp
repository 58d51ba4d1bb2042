// `hippuzzle record-mistakes p16 …`: the build's own command, hidden from help. Runs a puzzle's
// wrong kernels on the CPU and records what they show.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_record_mistakes(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
