#include "amd_emulator/decode/disassembler.hpp"

#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <array>
#include <cstring>

#include "amd_emulator/wave/fault.hpp"

namespace hippuzzle::amd {

Disassembler::Disassembler(const std::string& target)
    : context_(nullptr), misnames_accumulators_(target.starts_with("gfx94")) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  context_ = LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", target.c_str(), nullptr, 0, nullptr, nullptr);
  if (context_ == nullptr) {
    throw Fault(Fault::Kind::not_emulated,
                fmt::format("LLVM's disassembler does not know the target {}", target));
  }
}

Disassembler::~Disassembler() { LLVMDisasmDispose(context_); }

Disassembler::Line Disassembler::line(std::span<uint8_t> code, uint64_t address) const {
  std::array<char, 512> text = {};
  const size_t bytes =
      LLVMDisasmInstruction(context_, code.data(), code.size(), address, text.data(), text.size());
  std::string line = text.data();
  if (misnames_accumulators_ && bytes == 8 && line.find("v_mfma") != line.npos) {
    uint32_t first_word = 0;
    std::memcpy(&first_word, code.data(), sizeof first_word);
    line = with_right_registers(line, first_word);
  }
  return {line, bytes};
}

std::string with_right_registers(const std::string& text, uint32_t first_word) {
  if ((first_word >> 15 & 1) != 0) return text;
  std::string result = text;
  int operand = 0, depth = 0;
  bool begins = false;  // an operand
  for (size_t at = text.find_first_of(" \t", text.find("v_mfma")); at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) ++operand;
    if (c == 'a' && begins && (operand == 0 || operand == 3)) result[at] = 'v';
    begins = c == ' ' || c == '\t' || (begins && c == ',');
  }
  return result;
}

}  // namespace hippuzzle::amd
