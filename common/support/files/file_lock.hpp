// One process at a time: holds a lock on a file while it lives, and waits for its present holder.
#pragma once

#include <chrono>
#include <filesystem>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class FileLock {
 public:
  // Makes the file and its folder. Throws std::system_error, and Error(load_failed) that names the
  // holder when it has not let go in time: longer than a compiler and a linker may take.
  explicit FileLock(const std::filesystem::path& path,
                    std::chrono::milliseconds patience = std::chrono::minutes(5));

 private:
  FileDescriptor file_;  // the kernel lets go of the lock when it is closed, after a crash as well
};

}  // namespace hippuzzle
