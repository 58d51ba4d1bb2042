// The platforms, a source each. Everybody else asks platforms().
#pragma once

#include "engine/platforms/disassembly_tool.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

Platform make_nvidia();
Platform make_amd();
Platform make_cpu();

Disassembler disassembler_of_cpu();
Disassembler disassembler_of_amd();
Disassembler disassembler_of_nvidia();

}  // namespace hippuzzle
