// The machine's happens-before: the order that barriers, fences and atomic operations make between
// the threads of a launch.
#pragma once

#include <cstdint>

#include "hip_cpu/check/execution/state.hpp"

namespace hip_cpu::check {

class Machine;

class Synchronisation {
 public:
  explicit Synchronisation(Machine& machine);

  // To be called by the first thread that continues after a barrier.
  void release_barrier();

  // To be called by each of the lanes that met in a warp barrier.
  void join_warp(std::uint64_t lanes);

  void fence(FenceScope scope, Ordering order = {true, true});

  // To be called before an atomic operation on the variable, and after it.
  void admit_atomic(std::uintptr_t flag);
  void synchronise(std::uintptr_t flag, AtomicUse use);

  // To be called after an atomic operation of an unchecked block.
  void pass_on(std::uintptr_t flag, AtomicUse use);

  // Forgets the clocks that came with atomic values of variables at the address.
  void forget_released(std::uintptr_t address);

  // Whether a vector clock of the current thread or its block says that the access happened before.
  bool is_in_clocks(const Epoch& access, std::uintptr_t address) const;

 private:
  void share_fences();
  Fence fence_here();
  void acquire(std::uintptr_t flag, bool in_block, Ordering order);
  void take_over(VectorClock& unfenced);
  void release(VectorClock& released, const Fence& fence, std::uintptr_t flag);

  Machine& machine_;
  BlockState& block_;
  LaunchState& launch_;
};

}  // namespace hip_cpu::check
