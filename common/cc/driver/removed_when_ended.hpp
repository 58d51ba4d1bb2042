// A folder that goes when the user ends the process: SIGINT, SIGTERM and SIGHUP remove it and then
// do what they do without this.
#pragma once

#include <signal.h>

#include <filesystem>
#include <thread>

#include "engine/support/file_descriptor.hpp"

namespace hippuzzle::cc {

class RemovedWhenEnded {
 public:
  // Blocks these signals for the calling thread and those that it starts. Throws std::system_error.
  explicit RemovedWhenEnded(std::filesystem::path folder);
  ~RemovedWhenEnded();
  RemovedWhenEnded(const RemovedWhenEnded&) = delete;
  RemovedWhenEnded& operator=(const RemovedWhenEnded&) = delete;

 private:
  void watch() const;

  std::filesystem::path folder_;
  sigset_t before_;
  FileDescriptor signals_, stop_;
  std::thread watcher_;
};

}  // namespace hippuzzle::cc
