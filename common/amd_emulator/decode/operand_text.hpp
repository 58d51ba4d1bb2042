// One operand as the disassembler writes it: "v[2:3]", "-|s4|", "0x1f", "0.5", "vcc_lo", "off".
#pragma once

#include <optional>
#include <string>

#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

// The meaning of a constant where it is a floating-point number, or a literal of 32 bits in an
// instruction of 64. half: its bits, with zeros above; no_float: the meaning as a floating-point
// number is unknown.
enum class OperandType { bits32, bits64, float64, half, no_float };

// nullopt if the operand's meaning is unknown.
std::optional<Operand> parse_operand(const std::string& text, OperandType type);

// "hwreg(HW_REG_MODE, 4, 2)": which register, its first bit and how many bits.
struct HardwareField {
  Operand which;
  int offset, width;
};
std::optional<HardwareField> parse_hardware_register(const std::string& text);

}  // namespace hippuzzle::amd
