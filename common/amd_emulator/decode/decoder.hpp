// Decodes the disassembler's text to an instruction that can be executed.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "amd_emulator/decode/instruction_text.hpp"
#include "amd_emulator/isa/registry.hpp"
#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

class Decoder {
 public:
  explicit Decoder(Generation generation) : registry_(instructions(generation)) {}

  // An instruction without address and target; branch: for branches, the words from the next
  // instruction to the branch's target. An unsupported instruction becomes an instruction that
  // throws Fault(not_emulated) with its text once it is executed.
  struct Decoded {
    Instruction instruction;
    bool is_branch = false;
    int branch = 0;
    // A part of two instructions in one, as it would be written by itself.
    struct Part {
      std::string text;
      Instruction* instruction;
    };
    std::vector<Part> parts = {};
  };
  Decoded decode(const std::string& text);

 private:
  Instruction refused(const std::string& text);
  bool decode_operands(const InstructionText& text, Instruction& i) const;
  bool decode_modifiers(const InstructionText& text, Instruction& i) const;
  Execute find(const InstructionText& text) const;
  Decoded decode_pair(const std::string& line, size_t separator);
  Instruction selecting(const InstructionText& text, Instruction inner);

  const Registry& registry_;
  std::deque<Instruction> inner_;
};

}  // namespace hippuzzle::amd
