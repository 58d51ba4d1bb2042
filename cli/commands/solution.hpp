// `hippuzzle solution p14`: the reference kernels, once the learner's have passed.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"
#include "globals.hpp"

namespace hippuzzle::commands {

void setup_solution(CLI::App& app, const Globals& globals, Outcome& outcome);

}  // namespace hippuzzle::commands
