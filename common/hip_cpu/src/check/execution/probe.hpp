// A first, short look at the beginnings of all blocks, for a launch of which only a sample is
// checked. Some threads of a block run up to their first write to device memory, or a number of
// steps. So they modify only shared memory, and no block finds the contents that another one left
// there. Nothing is checked.
#pragma once

#include <csetjmp>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/execution/block_sample.hpp"
#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

class Probe {
 public:
  static constexpr unsigned most_threads = 64;  // about, of a block

  // steps: basic blocks that a thread may run through.
  Probe(Machine& machine, std::uint64_t steps);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  // Runs the beginning of the block and counts its operations.
  BlockTraits look_at(std::uint64_t number);

  // Runs the thread whose turn it is; to be called for each thread of the block.
  void run_thread(void (*run)(const void*), const void* call);

  // Called by the instrumentation for the running thread. Each may end it.
  void step();
  void access(Address address, std::size_t bytes, Kind kind);
  [[noreturn]] void stop_thread();
  [[noreturn]] void stop_block();  // whose threads wait for ever

  std::uint64_t steps_left() const { return current().steps_left; }

 private:
  bool is_looked_at(unsigned thread) const;
  Thread& current() const;

  Machine& machine_;
  const std::uint64_t steps_;
  struct {
    std::uint64_t steps = 0, accesses = 0, whole_threads = 0;
    std::uint64_t offsets = 0;  // in their sectors, of accesses to device memory
  } seen_;
  std::jmp_buf end_;
};

// The blocks that represent the blocks of the machine's launch, which has more than `most`.
std::vector<SampledBlock> sample_by_probes(Machine& machine, std::uint64_t most,
                                           std::uint64_t seed);

}  // namespace hip_cpu::check
