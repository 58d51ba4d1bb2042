// `hippuzzle layout '(4,8):(8,1)'`: a layout of CuTe's algebra as a table and as a picture.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/outcome.hpp"

namespace hippuzzle::commands {

void setup_layout(CLI::App& app, Outcome& outcome);

}  // namespace hippuzzle::commands
