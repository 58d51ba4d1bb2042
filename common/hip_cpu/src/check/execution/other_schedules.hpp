// A launch again, in other orders of its blocks and threads: the findings of all orders are
// reported, the results are the first order's.
//
// Only launches whose accesses something else than barriers orders (an atomic operation, a fence, a
// warp barrier) run again. Threads that wait in such an order for a later thread would wait for
// ever; the launch then starts over with its blocks in the order of their numbers, and if that does
// not help the order is left out.
#pragma once

#include <cstdint>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/memory_snapshot.hpp"

namespace hip_cpu::check {

class OtherSchedules {
 public:
  // To be made before the first run of the launch. before: the memory's contents then.
  OtherSchedules(Machine& machine, const MemorySnapshot& before);

  // Whether the launch may need them at all.
  static bool are_wanted(Machine& machine);

  // To be called after that run.
  void run();

  // Restores the memory's contents before it.
  void take_back();

 private:
  void run(Schedule schedule);

  Machine& machine_;
  const MemorySnapshot& before_;
  const Sampling sampling_before_;
};

}  // namespace hip_cpu::check
