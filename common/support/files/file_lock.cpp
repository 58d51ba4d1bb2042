#include "support/files/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "support/outcome.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

// "process 4711 (hippuzzle)", as the system lists who locks the file; else "another process".
std::string holder_of(int file) {
  struct stat found {};
  if (fstat(file, &found) != 0) return "another process";
  const std::string name =
      fmt::format("{:02x}:{:02x}:{}", major(found.st_dev), minor(found.st_dev), found.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    // "1: FLOCK  ADVISORY  WRITE 4711 08:01:131 0 EOF"; a waiting process has "1: -> FLOCK ..."
    std::istringstream words(line);
    std::string number, kind, advisory, access, process, place;
    words >> number >> kind >> advisory >> access >> process >> place;
    if (kind != "FLOCK" || place != name) continue;
    std::string program;
    std::getline(std::ifstream("/proc/" + process + "/comm"), program);
    return program.empty() ? "process " + process
                           : fmt::format("process {} ({})", process, program);
  }
  return "another process";
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path, std::chrono::milliseconds patience) {
  std::filesystem::create_directories(path.parent_path());
  file_ = FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_.get() < 0) throw_system_error("cannot lock", path);
  constexpr int shortest = 1, longest = 50;  // between two attempts, in milliseconds
  const auto end = std::chrono::steady_clock::now() + patience;
  for (int pause = shortest; flock(file_.get(), LOCK_EX | LOCK_NB) != 0;
       pause = std::min(2 * pause, longest)) {
    if (errno != EWOULDBLOCK && errno != EINTR) throw_system_error("cannot lock", path);
    if (std::chrono::steady_clock::now() >= end) {
      throw Error(
          Outcome::load_failed,
          fmt::format("{} has been locked by {} for {:g} s; wait for it or end it", path.string(),
                      holder_of(file_.get()), std::chrono::duration<double>(patience).count()));
    }
    poll(nullptr, 0, pause);
  }
}

}  // namespace hippuzzle
