// The state of a machine for as long as a launch or a block runs.
#pragma once

#include <hip_cpu/check.h>
#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <hip_cpu/launch.hpp>
#include <set>
#include <unordered_map>
#include <vector>

#include "hip_cpu/check/execution/barrier.hpp"
#include "hip_cpu/check/execution/block_sample.hpp"
#include "hip_cpu/check/execution/past_launches.hpp"
#include "hip_cpu/check/execution/thread.hpp"
#include "hip_cpu/check/memory/copies_in_flight.hpp"
#include "hip_cpu/check/shadow/checked_module.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"
#include "hip_cpu/simt/settings.hpp"

namespace hip_cpu::check {

class Probe;

// Clocks that come with the values of atomic variables, by their addresses.
using ReleasedClocks = std::unordered_map<std::uintptr_t, VectorClock>;

// The sample of blocks that are checked, and its results since the last report.
struct Sampling {
  hip_cpu_block_sample asked{};             // most 0: all blocks
  std::uint64_t looked_at = 0, in_all = 0;  // of launches that were sampled

  // The state of the running launch. A jump out of a launch skips the destructors of its functions.
  std::vector<SampledBlock> blocks{};
};

// The number of orders in which launches run, and the seed of the shuffled orders.
struct Schedules {
  unsigned count = 1;
  std::uint64_t seed = 1;
  std::uint64_t launches = 0;  // launches that ran in several orders
  unsigned first = 0;          // the number of the block in which they run before the others
  std::unordered_map<const void*, unsigned>
      beside_much;  // launches with much device memory, by kernels
};

// A value that a thread read from a lane that took no part.
struct MissingLaneRead {
  hip_cpu_finding* finding;
  bool is_first;  // it caused the finding, or was a warning until now
};

struct LaunchState {
  const LaunchRequest* request = nullptr;  // null between launches
  Module* module = nullptr;
  const char* kernel = "";    // its name
  unsigned thread_count = 0;  // of each block
  Time begin = 0;
  Time last_meeting = 0;  // of all blocks, at a barrier of the grid; its begin where there is none
  bool waits_for_itself = false;  // its blocks may meet
  Time ordered_begin = 0;  // all accesses to device memory before it happened before this one
  ShadowMemory* memories[3] = {};  // of shared memory, device memory, __device__ variables; of no
                                   // bytes where the module has none
  bool is_sampled = false;         // some of its blocks run unchecked
  bool is_unlooked_at = false;     // the block that runs now is none of the sample
  bool is_precise = false;         // something other than barriers orders its accesses
  bool has_read_pattern = false;   // of an unset local; a real number may look like it
  bool has_shuffled_pattern = false;  // the same, from lane to lane
  bool is_complete = false;           // all of its blocks have come to their end
  bool runs_again = false;            // its output has been printed
  bool has_printed = false;
  bool has_waited = false;       // it was stopped, because a thread waited for later work
  std::uint64_t most_steps = 0;  // that a thread took
  BlockBegins block_begins;      // of the blocks so far
  ReleasedClocks released;       // by device memory's variables
  VectorClock passed_on;         // by the block that runs without a look
  std::vector<MissingLaneRead> missing_lanes;
  bool gives_other_values = false;  // to who reads from a lane that takes no part
  std::uint64_t warp_calls = 0;     // of this and earlier launches
  const void* last_code = nullptr;  // of the last basic block that began
  Probe* probe = nullptr;           // the probe that runs the current blocks, if there is one
  std::jmp_buf end;                 // leaves the launch

  std::uint64_t block_count() const {
    return std::uint64_t{request->grid.x} * request->grid.y * request->grid.z;
  }

  // Blocks by their numbers among the started blocks.
  std::uint32_t running_block() const {
    return static_cast<std::uint32_t>(block_begins.size() - 1);
  }
  std::uint32_t block_of(Time time) const {
    return static_cast<std::uint32_t>(block_begins.index_at(time));
  }

  // Null for memory that no kernel may touch.
  ShadowMemory* memory_at(std::uintptr_t address) const {
    for (ShadowMemory* memory : memories)
      if (memory->contains(address)) return memory;
    return nullptr;
  }
};

// The state of a block apart from its warps and threads.
struct BlockFacts {
  uint3 index;
  std::uint64_t number = 0;      // in the grid
  std::uint64_t stands_for = 1;  // blocks of the grid, itself included
  Time begin = 0;
  Time last_barrier = 0;  // all accesses of the block before this time happened before now
  bool met_barrier = false;
  bool has_stopped = false;  // one of its threads: a thread missing at a barrier is then expected
  bool has_clocks = false;   // a thread or the block has a vector clock that is not empty
  bool has_synchronised = false;  // one of its threads, by an atomic operation on device memory
  bool has_fenced = false;        // one of its threads, whose time then is its own
  VectorClock clock;              // of all its threads, in addition to their own
  VectorClock fenced;             // the threads' clocks at fences before the last barrier
  ReleasedClocks released;        // to its own threads only
  Barrier barrier;
  CopiesInFlight copies;
};

struct BlockState : BlockFacts {
  std::uint64_t idle_yields = 0;  // in a row, by threads that made no step before them
  unsigned most_arrived = 0;      // of the barriers at which these threads wait
  bool judges_barrier = false;    // the access that is judged stands for the use of a barrier
  WarpClocks warps[32];
  Thread threads[max_threads_per_block];
};

// The state of a machine that runs some blocks of a launch while other machines run the rest.
struct WorkerState {
  unsigned number = 0;                          // from 1 on; 0: it runs all blocks
  const std::atomic<bool>* given_up = nullptr;  // the launch, by any of the workers
};

// Launches that are tried on several OS threads, and how many were.
struct ParallelRuns {
  std::uint64_t least_threads = 4096;
  std::set<const void*> in_order_only;  // kernels in which something was found
  std::uint64_t count = 0;
};

}  // namespace hip_cpu::check
