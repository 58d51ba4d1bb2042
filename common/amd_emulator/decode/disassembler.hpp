// LLVM's disassembler for one target, through its C interface.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace hippuzzle::amd {

class Disassembler {
 public:
  // Throws Fault(not_emulated) when LLVM does not know the target.
  explicit Disassembler(const std::string& target);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  // The first instruction in these bytes: its text and its number of bytes; 0 for none.
  struct Line {
    std::string text;
    uint64_t bytes = 0;
  };
  Line line(std::span<uint8_t> code, uint64_t address) const;

 private:
  void* context_;
  bool misnames_accumulators_;
};

// A matrix instruction's text with its result and its addend in the registers that ACC_CD, bit 15
// of the encoding, selects: accumulators or vector registers. LLVM 15 always calls gfx940's
// registers accumulators.
std::string with_right_registers(const std::string& text, uint32_t first_word);

}  // namespace hippuzzle::amd
