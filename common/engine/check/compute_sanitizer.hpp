// NVIDIA's compute-sanitizer: how a runner is started under it, and its reports as findings.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/protocol/finding.hpp"
#include "engine/protocol/job.hpp"
#include "engine/support/external_tool.hpp"
#include "engine/support/shared_memory.hpp"

namespace hippuzzle {

// A program of compute-sanitizer, and the categories of findings that it is for.
struct SanitizerTool {
  const char* name;
  std::vector<std::string> categories;
};

// Those that can find something of `only`: ids or categories of findings, all of them when empty.
std::vector<SanitizerTool> sanitizer_tools(const std::vector<std::string>& only);

// A buffer of a case, where the runner put it on the device.
struct BufferPlace {
  uint32_t case_index = 0;
  std::string name;
  uint64_t begin = 0, bytes = 0;
};

// One run of a program under a tool, with a folder for its reports.
class SanitizerRun {
 public:
  SanitizerRun(std::filesystem::path sanitizer, std::string tool);

  // The words to put in front of the program's own.
  std::vector<std::string> command() const;

  // What the tool found, once the program has ended. block: of the launch that may have hung.
  // Throws Error(unsupported) when there is no report, with what the tool said instead.
  std::vector<Finding> findings(std::span<const BufferPlace> placements,
                                hippuzzle_dim3 block) const;

 private:
  std::filesystem::path sanitizer_;
  std::string tool_;
  ReportFolder folder_;
};

// How many times as long kernels may take under it, give or take.
inline constexpr int sanitizer_slowdown = 30;

// Runs the candidate's cases once under each of the tools that `only` takes, for at most `patience`
// each, and returns what they found. What the kernels answer is not judged. Throws
// Error(unsupported) when a tool leaves no report, with what it said instead, and
// std::system_error.
std::vector<Finding> sanitize(const Candidate& candidate, RunCases cases,
                              const SharedMemory& memory, const std::filesystem::path& sanitizer,
                              const std::vector<std::string>& only,
                              std::chrono::milliseconds patience);

// The findings of a report (--xml), one for each access or thread that it names, with their source
// lines. Throws Error(unsupported) when it is none.
std::vector<Finding> findings_of_report(const std::string& xml,
                                        std::span<const BufferPlace> placements);

// Deadlocks, which racecheck tells in its log only: a finding for each block, of threads that wait
// in two places. shape: of the blocks.
std::vector<Finding> deadlocks_of_log(const std::string& log, hippuzzle_dim3 shape);

}  // namespace hippuzzle
