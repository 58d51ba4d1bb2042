// Copies to shared memory that a GPU makes on its own, between their begin and the end of the wait
// of the thread that began them. Until then nothing orders them with what any thread does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

struct Step;

struct Copy {
  std::uintptr_t begin;
  std::size_t bytes;
  std::uint32_t thread;
  std::uint32_t group;  // of the thread's, from 0
  SiteId site;
};

// The copies of a block.
class Copies {
 public:
  void clear() {
    in_flight_.clear();
    groups_.clear();
  }
  bool empty() const { return in_flight_.empty(); }

  // Begins a copy of the running thread, of the machine that it runs on. A copy to other than
  // shared memory is made at once.
  void begin(std::uintptr_t to, std::size_t bytes, SiteId site);
  void end_group();
  void wait(unsigned pending_groups);  // for all groups but the last ones
  void wait_for_all();                 // also those of no group yet

  // To be called for an access to shared memory. An access to what has not arrived is a finding.
  void check(ShadowMemory& memory, const Step& step);

 private:
  std::uint32_t& groups_of_this_thread();  // that have ended
  void arrive(std::uint32_t end_of_groups);

  std::vector<Copy> in_flight_;
  std::vector<std::uint32_t> groups_;  // by thread
};

}  // namespace hip_cpu::check
