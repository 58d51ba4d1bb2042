// `hippuzzle list`: the puzzles, their variants, and the platforms that each is built for.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_list(CLI::App& app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
