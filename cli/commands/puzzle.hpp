// `hippuzzle p16 --tiled`: one command for each puzzle that is found.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

// A puzzle's judge module is opened, and its variants become flags, only when its command is used.
void setup_puzzles(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
