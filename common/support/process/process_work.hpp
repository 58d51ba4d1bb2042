// The computing time of a process and the processes that it has started, and whether they could go
// on, as the system reports it.
#pragma once

#include <sys/types.h>

#include <chrono>

namespace hippuzzle {

struct ProcessWork {
  std::chrono::milliseconds processor{0};  // of all of them, ended ones included
  bool is_ready = false;  // a thread computes, or waits for nothing but a processor
};

// A process that has ended has done no work.
ProcessWork work_of(pid_t process);

}  // namespace hippuzzle
