// `hippuzzle completion bash|zsh`: prints a shell's completion script.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_completion(CLI::App& app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
