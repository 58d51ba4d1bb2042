// Reads findings from compute-sanitizer's reports.
#pragma once

#include <hippuzzle/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/results/finding.hpp"

namespace hippuzzle {

// A buffer of a case, where the runner put it on the device.
struct BufferPlace {
  uint32_t case_index = 0;
  std::string name;
  uint64_t begin = 0, bytes = 0;
};

// The findings of a report (--xml), one for each access or thread that it names, with their source
// lines. Throws Error(unsupported) when it is none.
std::vector<Finding> findings_of_report(const std::string& xml,
                                        std::span<const BufferPlace> placements);

// Deadlocks, which racecheck reports in its log only: a finding for each block, of threads that
// wait in two places. shape: of the blocks.
std::vector<Finding> deadlocks_of_log(const std::string& log, hippuzzle_dim3 shape);

}  // namespace hippuzzle
