// What a machine holds for as long as a launch or a block runs.
#pragma once

#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <hip_cpu/launch.hpp>
#include <set>
#include <unordered_map>
#include <vector>

#include "hip_cpu/check/machine/barrier.hpp"
#include "hip_cpu/check/machine/thread.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"
#include "hip_cpu/check/shadow/module.hpp"
#include "hip_cpu/simt/settings.hpp"

namespace hip_cpu::check {

struct LaunchState {
  const LaunchRequest* request = nullptr;  // null between launches
  Module* module = nullptr;
  const char* kernel = "";    // its name
  unsigned thread_count = 0;  // of each block
  Time begin = 0;
  ShadowMemory* memories[3] = {};  // of shared memory, device memory, __device__ variables; of no
                                   // bytes where the module has none
  std::vector<Time> block_begins;  // of the blocks so far, by their numbers
  std::unordered_map<std::uintptr_t, VectorClock> released;  // by atomic variable
  std::jmp_buf end;                                          // leaves the launch

  // Null for memory that no kernel may touch.
  ShadowMemory* memory_at(std::uintptr_t address) const {
    for (ShadowMemory* memory : memories)
      if (memory->contains(address)) return memory;
    return nullptr;
  }
};

struct BlockState {
  uint3 index;
  std::uint64_t number = 0;  // in the grid
  Time begin = 0;
  Time last_barrier = 0;  // all accesses of the block before this time happened before now
  bool met_barrier = false;
  bool has_stopped = false;  // one of its threads: a thread missing at a barrier is then expected
  bool has_clocks = false;   // a thread or the block has a vector clock that is not empty
  bool has_fenced = false;   // one of its threads, whose time then is its own
  VectorClock clock;         // of all its threads, beside their own
  VectorClock fenced;        // what threads had seen at fences before the last barrier
  Barrier barrier;
  WarpClocks warps[32];
  Thread threads[max_threads_per_block];
};

// Of a machine that runs some blocks of a launch beside other machines.
struct WorkerState {
  unsigned number = 0;                          // from 1 on; 0: it runs all blocks
  const std::atomic<bool>* given_up = nullptr;  // the launch, by any of the workers
};

// Which launches are tried on several OS threads, and how many were.
struct ParallelRuns {
  std::uint64_t least_threads = 4096;
  std::set<const void*> in_order_only;  // kernels in which something was found
  std::uint64_t count = 0;
};

}  // namespace hip_cpu::check
