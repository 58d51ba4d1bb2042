// Copies to shared memory that a GPU makes on its own, between their begin and the end of the wait
// of the thread that began them. Until then nothing orders them with any thread's accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// One of them.
struct CopyInFlight {
  std::uintptr_t begin;
  std::size_t bytes;
  std::uint32_t thread;
  std::uint32_t group;  // of the thread's, from 0
  SiteId site;

  bool contains(std::uintptr_t address) const { return address - begin < bytes; }
};

// The copies of a block.
class CopiesInFlight {
 public:
  // Forgets all of them, for a block of `thread_count` threads.
  void begin_block(unsigned thread_count);

  // Whether every byte has arrived.
  bool empty() const { return in_flight_.empty(); }

  // Whether copies of the thread have not arrived yet.
  bool has_any_of(std::uint32_t thread) const {
    return !going_on_.empty() && going_on_[thread] != 0;
  }

  // Begins a copy of a thread. A copy to other than shared memory is made at once.
  void begin(ShadowMemory& shared, std::uint32_t thread, std::uintptr_t to, std::size_t bytes,
             SiteId site);

  // Ends the thread's group of copies.
  void end_group(std::uint32_t thread) { ++groups_of(thread); }

  // The thread waits for all of its groups but the last ones, at this time of its own.
  void wait(ShadowMemory& shared, std::uint32_t thread, Time time, unsigned pending_groups);

  // The same for all copies, also for copies without a group yet.
  void wait_for_all(ShadowMemory& shared, std::uint32_t thread, Time time);

  // The last copy that has begun and will write this byte; null when there is none.
  const CopyInFlight* to(std::uintptr_t address) const;

 private:
  std::uint32_t& groups_of(std::uint32_t thread);  // that have ended
  void arrive(ShadowMemory& shared, std::uint32_t thread, Time time, std::uint32_t end_of_groups);

  std::vector<CopyInFlight> in_flight_;
  std::vector<std::uint32_t> groups_;    // by thread
  std::vector<std::uint32_t> going_on_;  // by thread: its copies in flight
  unsigned thread_count_ = 0;
};

}  // namespace hip_cpu::check
