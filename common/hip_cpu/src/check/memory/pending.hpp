// Races and reads that cannot be judged before something else has happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hip_cpu/check/findings/finding_list.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// A plain write that races with another one: whether it writes the same value is seen when it is
// done.
struct PendingWrite {
  Report report;
  std::uintptr_t address = 0;
  std::vector<unsigned char> before;  // the old contents
  const void* code = nullptr;

  static constexpr unsigned most_bytes = 1024;  // as structs have that are copied as a whole
};

// A read of unwritten memory: if a later write is not ordered after the read it is a race, and
// reported as such.
struct PendingRead {
  Report report;
  ShadowMemory* memory;
  std::uint32_t thread;
  Time block_begin, phase;  // phase: the barrier before it
};

class PendingReports {
 public:
  explicit PendingReports(Findings& findings) : findings_(findings) {}

  // Whether a write waits to be settled.
  bool has_writes() const { return !writes_.empty(); }

  // The code of the last one; there must be one.
  const void* last_write() const { return writes_.back().code; }

  // Whether this write waits already.
  bool has_write(const void* code, std::uintptr_t address) const;

  // Keeps a write until settle_writes().
  void add(PendingWrite write) { writes_.push_back(std::move(write)); }

  // Whether there is room for one more read.
  bool takes_reads() const { return reads_.size() < most_reads; }

  // Keeps a read until settle_reads() can judge it.
  void add(const PendingRead& read) { reads_.push_back(read); }

  // To be called when a write of this thread of the running block races: another one's atomic
  // operation there met unwritten memory for that reason, which the last write, an atomic
  // operation, would not tell.
  void forget_atomics(std::uintptr_t address, unsigned bytes, std::uint32_t thread,
                      Time block_begin);

  // To be called when the instruction of the writes is over. Returns whether there were any.
  bool settle_writes();

  // To be called at the end of each phase, while `last_barrier` is still the barrier before it.
  void settle_reads(Time block_begin, Time last_barrier, bool launch_ends);

  // Forgets all of them.
  void clear();

 private:
  static constexpr std::size_t most_reads = 4096;

  Findings& findings_;
  std::vector<PendingWrite> writes_;
  std::vector<PendingRead> reads_;
};

}  // namespace hip_cpu::check
