// One process at a time: holds a lock on a file while it lives, and waits for whoever has it.
#pragma once

#include <filesystem>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class FileLock {
 public:
  // Makes the file and its folder. Throws std::system_error.
  explicit FileLock(const std::filesystem::path& path);

 private:
  FileDescriptor file_;  // the kernel lets go of the lock when it is closed, after a crash as well
};

}  // namespace hippuzzle
