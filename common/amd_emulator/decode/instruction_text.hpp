// An instruction as LLVM's disassembler writes it, taken apart: "v_add_u32_e32 v2, s0, v0", with
// modifiers after the last operand.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle::amd {

struct InstructionText {
  std::string name;      // without the encoding's ending: v_add_u32
  std::string encoding;  // that ending: "e32", "e64", "sdwa", "dpp" and so on; "" for none
  std::vector<std::string> operands;
  std::map<std::string, std::string> modifiers;  // "offset": "16"; "glc": ""

  bool has(const std::string& modifier) const { return modifiers.contains(modifier); }
  // The number after a modifier's colon, decimal or hexadecimal.
  std::optional<int> number(const std::string& modifier) const;
  // The numbers in the modifier's brackets.
  std::optional<std::vector<int>> numbers(const std::string& modifier) const;
};

InstructionText take_apart(std::string_view text);

// Whether it loads from memory into LDS instead of registers: "global_load_dword v1, s[2:3] lds",
// or with _lds_ in its name.
bool loads_into_local(const InstructionText& text);

}  // namespace hippuzzle::amd
