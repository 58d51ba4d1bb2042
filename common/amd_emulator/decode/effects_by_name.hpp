// The effects of an instruction, by its name and operands.
#pragma once

#include <string>

#include "amd_emulator/wave/effects.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// line: as the disassembler writes it; i: decoded from it.
Effects effects_of(const std::string& line, const Instruction& i, Generation generation);

}  // namespace hippuzzle::amd
