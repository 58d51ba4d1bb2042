// `hippuzzle hint p14 --simple`: the next hint for a variant.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_hint(CLI::App& app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
