// A process's use of the machine.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace hippuzzle {

struct ProcessUsage {
  uint64_t bytes = 0, threads = 0;
};

// Memory (resident pages, swapped pages and page tables) and threads of a process and of the
// children of its main thread, and so on. Pages that they share count more than once. A process
// that has ended counts as none.
ProcessUsage usage_of(pid_t process);

}  // namespace hippuzzle
