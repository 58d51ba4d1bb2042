// `hippuzzle completion bash|zsh`: prints a shell's completion script.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_completion(Command app, const GlobalOptions& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
