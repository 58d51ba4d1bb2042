// The effects of instructions, by their names.
#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/modules/watched_code/code_instruction.hpp"

namespace hippuzzle {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names);
bool begins_with(std::string_view name, std::initializer_list<std::string_view> beginnings);

// The bytes of its operands: of a general register, else by the last letter of its name.
unsigned bytes_of(const CodeInstruction& at);

// The bytes that an instruction writes to memory, or more.
unsigned bytes_written(const CodeInstruction& at);

// The use of an operand in memory that is the last one. All others are only read.
bool only_reads_its_last(std::string_view name);
bool only_writes_its_last(std::string_view name);

// Whether a result depends on the operands' values alone: no flags, and not the result before where
// there are three operands.
bool depends_on_operands_alone(std::string_view name);

// Whether registers change that no operand, or not only the last one, names.
bool has_results_elsewhere(const CodeInstruction& at);

// Instructions without operands whose effects are known.
bool is_known_alone(std::string_view name);

// Instructions that only systems need, or that access memory by no operand.
bool is_of_systems(std::string_view name);

}  // namespace hippuzzle
