// What the checker counted in a launch: memory as the threads of a kernel ask for it, and as the
// warps of a GPU would.
#pragma once

#include <hip_cpu/check.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/protocol/finding.hpp"

namespace hippuzzle {

// One instruction that accesses memory, reached by one chain of calls. Figures are of the launch.
struct InstructionCounts {
  hip_cpu_access access = HIP_CPU_READ;
  bool shared = false;
  uint32_t bytes = 0;                      // that a lane accesses
  std::string array;                       // "" when its name is not known
  uint64_t accesses = 0;                   // of threads
  uint64_t requests = 0;                   // of warps
  uint64_t partial = 0;                    // requests that lack some of the block's lanes
  uint64_t sectors = 0;                    // of global memory
  uint64_t wavefronts = 0, conflicts = 0;  // of shared memory
  std::vector<CodeAddress> frames;         // innermost first
  SourcePlace place;
};

struct LaunchCounts {
  std::string kernel;
  std::array<uint32_t, 3> grid = {}, block = {};
  uint32_t warp_size = 0;
  bool complete = false;  // no thread was stopped by a finding
  std::array<hip_cpu_range, HIP_CPU_COUNTED> counted = {};
  std::vector<InstructionCounts> instructions;
};

}  // namespace hippuzzle
