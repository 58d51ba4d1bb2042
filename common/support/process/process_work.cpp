#include "support/process/process_work.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

struct Status {
  char state = 'X';
  uint64_t ticks = 0;  // of its threads and of the children that it has waited for
};

// Reads the fields after the program's name; the name may contain anything, line breaks too.
Status status_in(const fs::path& folder) {
  std::ifstream file(folder / "stat");
  std::string text;
  std::getline(file, text, '\0');  // whole: the name may have line breaks
  const size_t end = text.rfind(')');
  Status status;
  if (end == text.npos) return status;
  std::istringstream fields(text.substr(end + 1));
  fields >> status.state;
  constexpr int fields_between = 10, times = 4;
  std::string skipped;
  for (int i = 0; i < fields_between; ++i) fields >> skipped;
  for (int i = 0; i < times; ++i) {
    uint64_t ticks = 0;
    fields >> ticks;
    status.ticks += ticks;
  }
  return status;
}

void add(pid_t process, uint64_t& ticks, bool& is_ready) {
  const fs::path folder = fmt::format("/proc/{}", process);
  ticks += status_in(folder).ticks;
  std::error_code gone;
  for (fs::directory_iterator thread(folder / "task", gone), end; !gone && thread != end;
       thread.increment(gone)) {
    const char state = status_in(thread->path()).state;
    is_ready = is_ready || state == 'R';
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) add(child, ticks, is_ready);
  }
}

}  // namespace

ProcessWork work_of(pid_t process) {
  ProcessWork work;
  uint64_t ticks = 0;
  add(process, ticks, work.is_ready);
  const auto ticks_per_second = static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  work.processor = std::chrono::milliseconds(ticks * 1000 / ticks_per_second);
  return work;
}

}  // namespace hippuzzle
