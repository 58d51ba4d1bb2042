// Blocks of one launch on several OS threads, where that cannot be told from their running one
// after the other.
//
// The launch is tried: as soon as anything is found, or a block touches what another one of the
// launch writes, or makes an atomic operation on device memory, the attempt is given up, device
// memory gets back what it held, and the launch starts over, block after block. So findings are
// always those of that order, and what runs to its end in parallel has none. Each OS thread has a
// machine of its own, with shared memory and its shadow; device memory and its shadow are one.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {

class ParallelLaunch {
 public:
  // Of what the first machine is about to run.
  explicit ParallelLaunch(CheckedMachine& first);

  // Whether it is to be tried: small launches are over before another OS thread has woken up, and
  // large memory takes longer to be copied.
  static bool is_worthwhile(const CheckedMachine& first);

  // True when all blocks have run and nothing was found; else nothing has happened.
  bool run();

 private:
  // What an array held and was known of it.
  struct Saved {
    std::uintptr_t begin;
    ShadowMemory* memory;
    std::vector<unsigned char> bytes;
    std::vector<State> states;
  };

  void save(ShadowMemory& memory, const Array& array);
  void restore();
  void run_blocks(CheckedMachine& worker);
  void work();

  CheckedMachine& first_;
  const std::uint64_t blocks_;
  unsigned workers_;
  std::uint64_t portion_;
  std::vector<Saved> saved_;
  std::atomic<std::uint64_t> next_block_{0};
  std::atomic<unsigned> next_worker_{1};
  std::atomic<bool> given_up_{false};
  std::mutex mutex_;
  Time latest_;  // of all workers; under the mutex
};

}  // namespace hip_cpu::check
