// NVIDIA's compute-sanitizer: how a runner is started under it, and its reports as findings.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/judge/check/compute_sanitizer_report.hpp"
#include "engine/protocol/job.hpp"
#include "engine/results/finding.hpp"
#include "support/files/shared_memory.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {

// A program of compute-sanitizer, and the categories of findings that it is for.
struct SanitizerTool {
  const char* name;
  std::vector<std::string> categories;
};

// The tools that can find something of `only`: ids or categories of findings, all tools when empty.
std::vector<SanitizerTool> sanitizer_tools(const std::vector<std::string>& only);

// One run of a program under a tool, with a folder for its reports.
class SanitizerRun {
 public:
  SanitizerRun(std::filesystem::path sanitizer, std::string tool);

  // The words to put before the program's own.
  std::vector<std::string> command() const;

  // The tool's findings, once the program has ended. block: of the launch that may have hung.
  // Throws Error(unsupported) when there is no report, with what the tool said instead.
  std::vector<Finding> findings(std::span<const BufferPlace> placements,
                                hippuzzle_dim3 block) const;

 private:
  std::filesystem::path sanitizer_;
  std::string tool_;
  TemporaryFolder folder_{"hippuzzle-report-"};
};

// The slowdown of kernels under it, give or take.
inline constexpr int sanitizer_slowdown = 30;

// Runs the candidate's cases once under each of the tools that `only` takes, for at most `patience`
// each, and returns their findings. The kernels' answers are not judged. Throws
// Error(unsupported) when a tool leaves no report, with what it said instead, and
// std::system_error.
std::vector<Finding> sanitize(const Candidate& candidate, RunCases cases,
                              const SharedMemory& memory, const std::filesystem::path& sanitizer,
                              const std::vector<std::string>& only,
                              std::chrono::milliseconds patience);

}  // namespace hippuzzle
