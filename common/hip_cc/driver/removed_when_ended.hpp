// A folder, and files, that are removed when the user ends the process: SIGINT, SIGTERM and SIGHUP
// remove them and then act as usual.
#pragma once

#include <signal.h>

#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle::cc {

class RemovedWhenEnded {
 public:
  // Blocks these signals for the calling thread and the threads that it starts. Throws
  // std::system_error.
  explicit RemovedWhenEnded(std::filesystem::path folder);
  ~RemovedWhenEnded();  // removes the folder as well
  RemovedWhenEnded(const RemovedWhenEnded&) = delete;
  RemovedWhenEnded& operator=(const RemovedWhenEnded&) = delete;

  void also_remove(const std::filesystem::path& file);

 private:
  void watch() const;

  const std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::vector<std::filesystem::path> files_;
  sigset_t before_;
  FileDescriptor signals_, stop_;
  std::thread watcher_;
};

}  // namespace hippuzzle::cc
