// The machine code of the kernels that a variant launches, from a compiled module, with the lines
// of the source. A disassembler of others reads the instructions; nothing is run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/platforms/platforms.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

struct MachineInstruction {
  uint64_t address = 0;  // in the module, or of an NVIDIA GPU in the function
  std::string text;
  SourcePlace place;  // line 0: of no line, or of a library's
};

struct MachineFunction {
  std::string name;    // demangled
  std::string target;  // "sm_90", "gfx90a"; "" on the CPU
  std::vector<MachineInstruction> instructions;
};

// target: of a module with code for several; "" for the first. Throws Error(unsupported) where the
// tool is missing or there is no code for the target, Error(load_failed) where the module or the
// tool's answer cannot be read.
std::vector<MachineFunction> machine_code(const std::filesystem::path& module,
                                          const Platform& platform, const std::string& variant,
                                          const std::string& target);

}  // namespace hippuzzle
