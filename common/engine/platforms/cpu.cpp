// HIP for the CPU, common/hip_cpu.
#include "engine/platforms/all_platforms.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {

Platform make_cpu() {
  return {.name = "cpu",
          .compiler = "g++",
          .checked_by = CheckedBy::compiler,
          .is_simulated = true,
          .missing_hardware = [] { return std::optional<std::string>(); },
          .libraries = {"OpenBLAS"}};
}

Disassembler disassembler_of_cpu() {
  return {"objdump",
          [] { return find_program("objdump"); },
          {"-d", "-w", "-C", "--no-show-raw-insn"},
          "objdump is not on PATH; install it (the package binutils)"};
}

}  // namespace hippuzzle
