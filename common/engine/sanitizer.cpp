#include "sanitizer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <system_error>

#include "outcome.hpp"
#include "runner_process.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// Enough to keep an index that is a little off out of the next buffer.
constexpr const char* padding_bytes = "4096";
// How long a thread waits at a barrier before racecheck calls it a deadlock.
constexpr const char* deadlock_milliseconds = "2000";

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What the program prints about itself; its options differ from version to version.
std::string help_of(const fs::path& sanitizer) {
  const std::string command = fmt::format("'{}' --help 2>/dev/null", sanitizer.string());
  const std::unique_ptr<FILE, int (*)(FILE*)> out(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> chunk;
  while (out != nullptr) {
    const size_t n = std::fread(chunk.data(), 1, chunk.size(), out.get());
    if (n == 0) break;
    text.append(chunk.data(), n);
  }
  return text;
}

fs::path make_folder() {
  std::string name = (fs::temp_directory_path() / "hippuzzle-check-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make a folder for a report");
  }
  return name;
}

bool concerns(const SanitizerTool& tool, const std::vector<std::string>& only) {
  if (only.empty()) return true;
  return std::ranges::any_of(finding_rules(), [&](const FindingRule& rule) {
    const bool asked = std::ranges::any_of(
        only, [&](const std::string& word) { return word == rule.id || word == rule.category; });
    return asked && std::ranges::find(tool.categories, rule.category) != tool.categories.end();
  });
}

// One run of a program under a tool; its files lie in a folder of their own until it is destroyed.
class ToolRun {
 public:
  ToolRun(const fs::path& sanitizer, std::string tool)
      : sanitizer_(sanitizer), tool_(std::move(tool)), folder_(make_folder()) {}
  ~ToolRun() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  ToolRun(const ToolRun&) = delete;
  ToolRun& operator=(const ToolRun&) = delete;

  // The words in front of the program's own.
  std::vector<std::string> command() const;

  // What the tool found, once the program has ended.
  std::vector<Finding> findings(std::span<const Placement> placements, hippuzzle_dim3 block) const;

 private:
  const fs::path& sanitizer_;
  std::string tool_;
  fs::path folder_;
};

std::vector<std::string> ToolRun::command() const {
  std::vector<std::string> words = {
      sanitizer_.string(), "--tool", tool_, "--save", folder_ / "report.xml", "--xml", "--log-file",
      folder_ / "log", "--strip-paths", "no", "--demangle", "simple", "--show-backtrace", "device",
      "--print-limit", "0", "--target-processes", "application-only",
      // so that the cases behind it run, too
      "--destroy-on-device-error", "kernel"};
  const auto add = [&](const char* option, const char* value) {
    words.emplace_back(option);
    words.emplace_back(value);
  };
  if (tool_ == "memcheck") add("--padding", padding_bytes);
  if (tool_ == "racecheck") {
    add("--racecheck-report", "hazard");
    constexpr const char* timeout = "--racecheck-deadlock-timeout";
    if (help_of(sanitizer_).find(timeout) != std::string::npos) add(timeout, deadlock_milliseconds);
  }
  return words;
}

std::vector<Finding> ToolRun::findings(std::span<const Placement> placements,
                                       hippuzzle_dim3 block) const {
  const std::string log = contents(folder_ / "log");
  std::vector<Finding> found = deadlocks_of_log(log, block);
  const std::string report = contents(folder_ / "report.xml");
  if (report.empty()) {
    if (!found.empty()) return found;  // it was stopped while the kernel still waited
    throw Error(Outcome::unsupported,
                fmt::format("{} --tool {} has left no report, it said: {}", sanitizer_.string(),
                            tool_, log.empty() ? "nothing" : log.substr(0, log.find('\n'))));
  }
  std::ranges::move(findings_of_report(report, placements), std::back_inserter(found));
  return found;
}

}  // namespace

std::vector<SanitizerTool> sanitizer_tools(const std::vector<std::string>& only) {
  std::vector<SanitizerTool> tools = {{"memcheck", {"bounds", "alignment", "crash"}},
                                      {"racecheck", {"race", "barrier"}},
                                      {"initcheck", {"uninitialised"}},
                                      {"synccheck", {"barrier", "warp"}}};
  std::erase_if(tools, [&](const SanitizerTool& tool) { return !concerns(tool, only); });
  return tools;
}

std::optional<fs::path> find_compute_sanitizer() {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  std::istringstream words(path == nullptr ? "" : path);
  for (std::string folder; std::getline(words, folder, ':');) folders.emplace_back(folder);
  if (const char* cuda = std::getenv("CUDA_PATH")) folders.push_back(fs::path(cuda) / "bin");
  folders.emplace_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders) {
    const fs::path program = folder / "compute-sanitizer";
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

std::vector<Finding> sanitize(Job job, const SharedMemory& memory, const fs::path& sanitizer,
                              const std::vector<std::string>& only,
                              std::chrono::milliseconds patience) {
  constexpr auto to_write_a_report = std::chrono::seconds(20);
  job.bare = true;
  job.most_seconds =
      static_cast<uint32_t>(std::chrono::ceil<std::chrono::seconds>(patience).count());
  // What hangs does so in its first case, as a rule.
  const hippuzzle_dim3 block = job.cases.front().configuration.block;
  std::vector<Finding> findings;
  for (const SanitizerTool& tool : sanitizer_tools(only)) {
    const ToolRun run(sanitizer, tool.name);
    std::vector<Placement> placements;
    const EventSink sink = [&](const Event& event) {
      if (event.kind != Event::Kind::placed || event.index >= job.cases.size()) return;
      const std::vector<JobBuffer>& buffers = job.cases[event.index].buffers;
      for (size_t b = 0; b < std::min(buffers.size(), event.addresses.size()); ++b) {
        placements.push_back({event.index, buffers[b].name, event.addresses[b], buffers[b].bytes});
      }
    };
    run_in_process(job, memory, patience + to_write_a_report, sink, run.command());
    std::ranges::move(run.findings(placements, block), std::back_inserter(findings));
  }
  return findings;
}

}  // namespace hippuzzle
