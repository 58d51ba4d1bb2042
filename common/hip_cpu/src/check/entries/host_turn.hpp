// There is one machine, and OS threads of the host take turns with it: for a launch, or to announce
// changes of memory.
#pragma once

#include <mutex>

#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {

// Calls by a kernel come while its launch has the turn.
class HostTurn {
 public:
  HostTurn() : lock_(mutex(), std::defer_lock) {
    if (!current_block || !current_block->running()) lock_.lock();
  }

 private:
  // Never destroyed: at the process's end others may still run.
  static std::recursive_mutex& mutex() {
    static auto& one = *new std::recursive_mutex;
    return one;
  }

  std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace hip_cpu::check
