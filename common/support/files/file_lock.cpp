#include "support/files/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include "support/system_error.hpp"

namespace hippuzzle {

FileLock::FileLock(const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  file_ = FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_.get() < 0) throw_system_error("cannot lock", path);
  while (flock(file_.get(), LOCK_EX) != 0) {
    if (errno != EINTR) throw_system_error("cannot lock", path);
  }
}

}  // namespace hippuzzle
