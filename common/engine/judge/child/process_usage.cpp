#include "engine/judge/child/process_usage.hpp"

#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>

namespace hippuzzle {
namespace {

// Its own, from a file with a field in each line. The system escapes line breaks in its name.
ProcessUsage own_usage_of(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  ProcessUsage usage;
  for (std::string line; std::getline(status, line);) {
    std::istringstream fields(line);
    std::string name;
    uint64_t value = 0;
    fields >> name >> value;
    if (name == "Threads:") usage.threads = value;
    // Also counts swapped pages, and the tables that say where pages are.
    if (name == "VmRSS:" || name == "VmSwap:" || name == "VmPTE:") usage.bytes += value << 10;
  }
  return usage;
}

}  // namespace

ProcessUsage usage_of(pid_t process) {
  ProcessUsage usage = own_usage_of(process);
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;) {
    const auto [bytes, threads] = usage_of(child);
    usage.bytes += bytes;
    usage.threads += threads;
  }
  return usage;
}

}  // namespace hippuzzle
