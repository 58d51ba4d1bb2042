// `hippuzzle start p14`: puts a puzzle's stub into the workspace.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_start(CLI::App& app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
