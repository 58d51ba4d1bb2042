// HIP for the CPU, common/hip_cpu.
#include "engine/platforms/all_platforms.hpp"

namespace hippuzzle {

Platform make_cpu() {
  return {.name = "cpu",
          .compiler = "g++",
          .checked_by = CheckedBy::compiler,
          .is_simulated = true,
          .missing_hardware = [] { return std::optional<std::string>(); },
          .libraries = {"OpenBLAS"}};
}

}  // namespace hippuzzle
