#include "amd_emulator/decode/disassembler.hpp"

#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <array>

#include "amd_emulator/wave/fault.hpp"

namespace hippuzzle::amd {

Disassembler::Disassembler(const std::string& target) : context_(nullptr) {
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
  return {text.data(), bytes};
}

}  // namespace hippuzzle::amd
