#include "engine/judge/child/process_usage.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace hippuzzle {
namespace {

// The field that counts threads, behind the program's name, which may hold anything, line breaks
// too.
uint64_t threads_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const size_t end = text.rfind(')');
  if (end == text.npos) return 0;
  constexpr int fields_between = 17;
  std::istringstream fields(text.substr(end + 1));
  std::string skipped;
  for (int i = 0; i < fields_between; ++i) fields >> skipped;
  uint64_t threads = 0;
  fields >> threads;
  return threads;
}

}  // namespace

ProcessUsage usage_of(pid_t process) {
  uint64_t pages = 0, resident = 0;
  std::ifstream(fmt::format("/proc/{}/statm", process)) >> pages >> resident;
  ProcessUsage usage{resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)), threads_of(process)};
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;) {
    const auto [bytes, threads] = usage_of(child);
    usage.bytes += bytes;
    usage.threads += threads;
  }
  return usage;
}

}  // namespace hippuzzle
