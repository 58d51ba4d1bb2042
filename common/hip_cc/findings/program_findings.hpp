// The record that a checked program wrote of its findings, and the report for the user: source
// lines, arrays by the variable and the line that allocated them, one finding a cause.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/results/access_counts.hpp"
#include "engine/results/finding.hpp"
#include "engine/results/leak.hpp"
#include "hip_cc/findings/program_trace.hpp"

namespace hippuzzle::cc {

struct ProgramFindings {
  std::vector<Finding> findings;
  uint64_t looked_at = 0, in_all = 0;  // blocks, if a sample of them was checked
  uint64_t rescheduled = 0;            // launches that ran in several orders
  std::vector<LaunchCounts> counts;    // one for the launches of a kernel with one grid and block
  std::vector<uint64_t> launches;      // how many each of them is of
  uint64_t begun = 0;                  // launches in all
  std::optional<std::vector<Leak>> leaks;  // where the program was asked for them
  std::optional<ProgramTrace> trace;       // where the program was asked for one
};

// Throws Error(load_failed) when the file is not such a record.
ProgramFindings read_findings(const std::filesystem::path& record);

}  // namespace hippuzzle::cc
