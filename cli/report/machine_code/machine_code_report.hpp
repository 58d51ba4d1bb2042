// The report of machine code beside the lines of its source.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/performance/machine_code/machine_code.hpp"
#include "engine/results/kernels.hpp"

namespace hippuzzle {

struct ShownMachineCode {
  std::string puzzle, variant;
  std::string platform;
  Kernels whose = Kernels::reference;
  std::vector<MachineFunction> functions;
};

// Each line of the source, then the instructions that come from it, in the code's order.
std::string machine_code_text(const ShownMachineCode& shown, const Look& look);

std::vector<Format<ShownMachineCode>> machine_code_formats();

}  // namespace hippuzzle
