// `hippuzzle init [DIR]`: makes a workspace.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"

namespace hippuzzle::commands {

void setup_init(CLI::App& app, Outcome& outcome);

}  // namespace hippuzzle::commands
