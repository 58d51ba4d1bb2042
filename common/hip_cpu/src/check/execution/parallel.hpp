// Runs the blocks of one launch on several OS threads, if the result is the same as of one block
// after the other.
//
// The launch is an attempt. It is given up as soon as anything is found, a block accesses memory
// that another block of the launch writes, or a block makes an atomic operation on device memory.
// Device memory is then restored and the launch starts over, block after block. So findings always
// come from the sequential order, and a launch that ends in parallel has none. Each OS thread has a
// machine of its own, with shared memory and its shadow; device memory and its shadow are one.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/memory_snapshot.hpp"

namespace hip_cpu::check {

class ParallelLaunch {
 public:
  // first: about to run the launch. before: the memory's contents now.
  ParallelLaunch(Machine& first, const MemorySnapshot& before);

  // Whether the attempt may pay: small launches end before another OS thread has woken up, and
  // copying large memory takes longer than the launch, or too much memory. Nor is it made where
  // there are several streams: a race with a launch in another one is to have the lines of both.
  static bool is_worthwhile(const Machine& first);

  // True when all blocks have run and nothing was found; else nothing has happened.
  bool run();

 private:
  void run_blocks(Machine& worker);
  void work();

  Machine& first_;
  const std::uint64_t blocks_;
  unsigned workers_;
  std::uint64_t portion_;
  const MemorySnapshot& before_;
  std::atomic<std::uint64_t> next_block_{0};
  std::atomic<unsigned> next_worker_{1};
  std::atomic<bool> given_up_{false};
  std::mutex mutex_;
  Time latest_;  // of all workers; under the mutex
};

}  // namespace hip_cpu::check
