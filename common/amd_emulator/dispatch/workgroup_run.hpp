// One workgroup on its way through a kernel. Its waves take turns of random length.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "amd_emulator/dispatch/dispatched_launch.hpp"
#include "amd_emulator/dispatch/initial_state.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// Gives pages of rows back to the system.
struct RowPages {
  size_t bytes = 0;
  void operator()(Row* rows) const;
};

class WorkgroupRun {
 public:
  // launch, state, memory: outlive it. observer: who looks on; nullptr for nobody.
  WorkgroupRun(const Launch& launch, const InitialState& state, const Memory& memory,
               Observer* observer);

  // Puts it at the start of the workgroup at `place`.
  void start(const std::array<uint32_t, 3>& place);

  // Executes about `instructions` instructions at most; returns how many. Done: all waves have
  // ended.
  uint64_t advance(uint64_t instructions);
  bool is_done() const { return running_.empty() && waiting_ == 0; }

 private:
  void take_turn(size_t index, uint64_t length);
  template <class Before>
  static uint64_t execute(Wave& w, uint64_t length, const Before& before);
  void open_barrier();

  const Launch& launch_;
  const InitialState& state_;
  Workgroup workgroup_;
  std::unique_ptr<Row[], RowPages> rows_;  // of all waves
  std::vector<Wave> waves_;
  std::vector<uint8_t> private_memory_;
  std::vector<uint32_t> running_;  // waves that can go on
  size_t waiting_ = 0;             // at the barrier
  std::minstd_rand random_;
  std::unique_ptr<WorkgroupObserver> observer_;
};

}  // namespace hippuzzle::amd
