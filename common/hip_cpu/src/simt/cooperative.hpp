// Cooperative grids, whose blocks may wait for each other: each block runs on an OS thread of its
// own, all at once.
#pragma once

#include <hip_cpu/launch.hpp>

namespace hip_cpu {

// The occupancy functions promise fewer: they count processors, and blocks that wait use none.
inline constexpr unsigned max_cooperative_blocks = 256;

// Runs all blocks to their end. False, and none has run, when the system gives too few OS threads.
bool run_blocks_at_once(const LaunchRequest& request);

}  // namespace hip_cpu
