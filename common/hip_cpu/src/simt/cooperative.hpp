// Cooperative grids, whose blocks may wait for each other: each block runs on an OS thread of its
// own, all at once.
#pragma once

#include <hip_cpu/launch.hpp>

namespace hip_cpu {

// The occupancy functions promise fewer: they count processors, and blocks that wait use none.
inline constexpr unsigned max_cooperative_blocks = 256;

// Runs all blocks to their end. False, and none has run, when the system gives too few OS threads.
bool run_blocks_at_once(const LaunchRequest& request);

// A grid whose blocks may wait for each other, as its threads see it.
class WaitingGrid {
 public:
  // Called by all threads of a block; returns when all blocks have called it as often. code, frame:
  // of the caller.
  virtual void barrier(const void* code, const void* frame) = 0;

 protected:
  ~WaitingGrid() = default;
};

// The grid of the block that runs on this OS thread, null where blocks run one after another.
extern __thread WaitingGrid* grid_of_this_thread __attribute__((tls_model("initial-exec")));

// Ends the process: some blocks wait at a barrier of the grid for others that have ended.
[[noreturn]] void refuse_to_wait_for_ended(unsigned waiting, unsigned ended, const char* kernel);

}  // namespace hip_cpu
