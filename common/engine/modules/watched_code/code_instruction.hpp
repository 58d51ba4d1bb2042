// One instruction of x86-64 as objdump writes it (AT&T).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

constexpr unsigned no_register = 255, rax = 0, rcx = 1, rdx = 2, rbx = 3, rsp = 4, rbp = 5, rsi = 6,
                   rdi = 7, rip = 16;

struct CodeOperand {
  enum class Kind { number, general, other_register, memory, target };

  Kind kind;
  uint64_t number = 0;          // or the displacement, or the address of a branch's target
  unsigned bytes = 0;           // of a register; 0 of %ah and similar ones
  unsigned base = no_register;  // or the register itself
  unsigned index = no_register, scale = 1;
  std::string_view segment = {};  // "fs"
};

struct CodeInstruction {
  uint64_t address = 0, next = 0;
  std::string_view name;  // without prefixes
  bool repeats = false, locks = false;
  std::vector<CodeOperand> operands;
  std::string_view symbol;  // of a target, between < and >
  std::string_view words;   // the operands as they stand there
};

// nullopt where a line has no instruction; one with an empty name where it cannot be read.
std::optional<CodeInstruction> read_instruction(std::string_view line);

}  // namespace hippuzzle
