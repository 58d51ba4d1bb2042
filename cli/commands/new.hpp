// `hippuzzle new p40 --title "…"`: the folder of a new puzzle.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_new(CLI::App& app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
