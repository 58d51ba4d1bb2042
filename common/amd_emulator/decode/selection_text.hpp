// The modifiers that select parts and lanes of operands, of DPP, SDWA, packed and matrix
// instructions.
#pragma once

#include "amd_emulator/decode/instruction_text.hpp"
#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

// False where a modifier asks for what is not emulated.
bool decode_selection(const InstructionText& text, Selection& selection);

// The pattern of ds_swizzle_b32, of "swizzle(BROADCAST,8,3)"; -1 where it is not known.
int decode_swizzle(const std::string& pattern);

}  // namespace hippuzzle::amd
