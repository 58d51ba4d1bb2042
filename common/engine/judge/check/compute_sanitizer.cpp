#include "engine/judge/check/compute_sanitizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/judge/child/child_runner.hpp"
#include "engine/results/finding_kinds.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// Enough to keep an index that is a little off out of the next buffer.
constexpr const char* padding_bytes = "4096";
// The time that a thread waits at a barrier before racecheck calls it a deadlock.
constexpr const char* deadlock_milliseconds = "2000";

bool concerns(const SanitizerTool& tool, const std::vector<std::string>& only) {
  if (only.empty()) return true;
  return std::ranges::any_of(finding_rules(), [&](const FindingRule& rule) {
    const bool asked = std::ranges::any_of(
        only, [&](const std::string& word) { return word == rule.id || word == rule.category; });
    return asked && std::ranges::find(tool.categories, rule.category) != tool.categories.end();
  });
}

}  // namespace

SanitizerRun::SanitizerRun(fs::path sanitizer, std::string tool)
    : sanitizer_(std::move(sanitizer)), tool_(std::move(tool)) {}

std::vector<std::string> SanitizerRun::command() const {
  std::vector<std::string> words = {
      sanitizer_.string(), "--tool", tool_, "--save", folder_.path() / "report.xml", "--xml",
      "--log-file", folder_.path() / "log", "--strip-paths", "no", "--demangle", "simple",
      "--show-backtrace", "device", "--print-limit", "0", "--target-processes", "application-only",
      // so that later cases run, too
      "--destroy-on-device-error", "kernel"};
  const auto add = [&](const char* option, const char* value) {
    words.emplace_back(option);
    words.emplace_back(value);
  };
  if (tool_ == "memcheck") add("--padding", padding_bytes);
  if (tool_ == "racecheck") {
    add("--racecheck-report", "hazard");
    constexpr const char* timeout = "--racecheck-deadlock-timeout";
    if (output_of(sanitizer_, "--help").find(timeout) != std::string::npos)
      add(timeout, deadlock_milliseconds);
  }
  return words;
}

std::vector<Finding> SanitizerRun::findings(std::span<const BufferPlace> placements,
                                            hippuzzle_dim3 block) const {
  const std::string log = read_file(folder_.path() / "log").value_or("");
  std::vector<Finding> found = deadlocks_of_log(log, block);
  const std::string report = read_file(folder_.path() / "report.xml").value_or("");
  if (report.empty()) {
    if (!found.empty()) return found;  // it was stopped while the kernel still waited
    throw Error(Outcome::unsupported,
                fmt::format("{} --tool {} has left no report, it said: {}", sanitizer_.string(),
                            tool_, log.empty() ? "nothing" : log.substr(0, log.find('\n'))));
  }
  std::ranges::move(findings_of_report(report, placements), std::back_inserter(found));
  return found;
}

std::vector<SanitizerTool> sanitizer_tools(const std::vector<std::string>& only) {
  std::vector<SanitizerTool> tools = {{"memcheck", {"bounds", "alignment", "crash"}},
                                      {"racecheck", {"race", "barrier"}},
                                      {"initcheck", {"uninitialised"}},
                                      {"synccheck", {"barrier", "warp"}}};
  std::erase_if(tools, [&](const SanitizerTool& tool) { return !concerns(tool, only); });
  return tools;
}

std::vector<Finding> sanitize(const Candidate& candidate, RunCases cases,
                              const SharedMemory& memory, const fs::path& sanitizer,
                              const std::vector<std::string>& only,
                              std::chrono::milliseconds patience) {
  constexpr auto to_write_a_report = std::chrono::seconds(20);
  const auto time_limit = std::chrono::ceil<std::chrono::seconds>(patience);
  cases.no_guard_zones = true;
  const Job job{.candidate = candidate,
                .quiet = true,  // the earlier run has shown the kernels' output
                .time_limit = static_cast<uint32_t>(time_limit.count()),
                .task = cases};
  // A kernel that hangs does so in its first case, as a rule.
  const hippuzzle_dim3 block = cases.cases.front().configuration.block;
  std::vector<Finding> findings;
  for (const SanitizerTool& tool : sanitizer_tools(only)) {
    const SanitizerRun run(sanitizer, tool.name);
    std::vector<BufferPlace> placements;
    const EventSink sink = [&](const Event& event) {
      const auto* placed = std::get_if<BuffersPlaced>(&event);
      if (placed == nullptr || placed->index >= cases.cases.size()) return;
      const std::vector<JobBuffer>& buffers = cases.cases[placed->index].buffers;
      for (size_t b = 0; b < std::min(buffers.size(), placed->addresses.size()); ++b) {
        placements.push_back({.case_index = placed->index,
                              .name = buffers[b].name,
                              .begin = placed->addresses[b],
                              .bytes = buffers[b].bytes});
      }
    };
    run_in_child_under(run.command(), job, memory, patience + to_write_a_report, sink);
    std::ranges::move(run.findings(placements, block), std::back_inserter(findings));
  }
  return findings;
}

}  // namespace hippuzzle
