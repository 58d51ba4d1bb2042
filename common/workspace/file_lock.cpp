#include "workspace/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

namespace hippuzzle {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::filesystem::filesystem_error("cannot lock", path,
                                          std::error_code(errno, std::generic_category()));
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  file_ = FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_.get() < 0) fail(path);
  while (flock(file_.get(), LOCK_EX) != 0) {
    if (errno != EINTR) fail(path);
  }
}

}  // namespace hippuzzle
