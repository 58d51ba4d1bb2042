// The machine's interface to the parts above it, which it does not know: detectors and entry
// points.
#pragma once

#include <cstdint>
#include <hip_cpu/launch.hpp>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"

namespace hip_cpu::check {

class Machine;

// Blocks that wait at a barrier of the grid for others that have ended.
struct UnmetGridBarrier {
  std::uint64_t blocks, ended;               // numbers of blocks
  std::uint64_t waiting_block, ended_block;  // one of each
  unsigned waiting_thread;                   // of the waiting block
  SiteId site;                               // where it waits
};

// The events of a launch that its checks hear of from the machine. Entry points pass accesses to
// the detectors directly, because accesses are many.
class LaunchChecks {
 public:
  virtual ~LaunchChecks() = default;

  // Called before the launch's first run, and after its last one.
  virtual void begin_checks(const LaunchRequest& request, const StreamWork& work) = 0;
  virtual void end_checks() = 0;

  // The threads that have arrived at the block's barrier are all that come.
  virtual void check_barrier() = 0;

  // Blocks wait for ever at a barrier of the grid.
  virtual void check_grid_barrier(const UnmetGridBarrier& barrier) = 0;

  // All blocks of a run have come to their end.
  virtual void check_memory() = 0;

  // Whether check_memory() would find anything.
  virtual bool has_left_faults() const = 0;
};

// The OS threads under the machines: entry points know which machine's kernel code each one runs.
class OsThreads {
 public:
  virtual ~OsThreads() = default;

  // The calling OS thread runs blocks of the machine from now on, but no thread of one yet.
  virtual void run_blocks_of(Machine& machine) = 0;

  // A thread of one of the machine's blocks continues here.
  virtual void enter_kernel(Machine& machine) = 0;

  // No thread of a block runs here any more.
  virtual void leave_kernel() = 0;
};

}  // namespace hip_cpu::check
