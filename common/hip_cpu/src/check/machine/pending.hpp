// Races and reads that cannot be judged before something else has happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hip_cpu/check/machine/findings.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

class CheckedMachine;

// A plain write that races with another one: whether it writes the same value is seen when it is
// done.
struct PendingWrite {
  Report report;
  std::uintptr_t address = 0;
  std::vector<unsigned char> before;  // what was there
  const void* code = nullptr;

  static constexpr unsigned most_bytes = 1024;  // as structs have that are copied as a whole
};

// A read of unwritten memory: if a later write is not ordered behind the read it is a race, and
// reported as such.
struct PendingRead {
  Report report;
  ShadowMemory* memory;
  std::uint32_t thread;
  Time block_begin, phase;  // phase: the barrier before it
};

class PendingReports {
 public:
  explicit PendingReports(CheckedMachine& machine) : machine_(machine) {}

  bool has_writes() const { return !writes_.empty(); }
  const void* last_write() const { return writes_.back().code; }
  bool has_write(const void* code, std::uintptr_t address) const;
  void add(PendingWrite write) { writes_.push_back(std::move(write)); }

  bool takes_reads() const { return reads_.size() < most_reads; }
  void add(const PendingRead& read) { reads_.push_back(read); }

  // To be called when a write of the running thread races: another one's atomic operation there met
  // unwritten memory for that reason, which the last write, an atomic operation, would not tell.
  void forget_atomics(std::uintptr_t address, unsigned bytes);

  // To be called when the instruction of the writes is over.
  void settle_writes();

  // To be called at the end of each phase, before the machine's `last_barrier` moves on.
  void settle_reads(bool launch_ends);

  void clear();

 private:
  static constexpr std::size_t most_reads = 4096;

  CheckedMachine& machine_;
  std::vector<PendingWrite> writes_;
  std::vector<PendingRead> reads_;
};

}  // namespace hip_cpu::check
