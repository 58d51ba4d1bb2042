// `hippuzzle layout '(4,8):(8,1)'`: a layout of CuTe's algebra as a table and as a picture.
#pragma once

#include "cli/args/command.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void setup_layout(Command app, Outcome& outcome);

}  // namespace hippuzzle::commands
