// The reads that bring nothing new, which most are: told apart by a few loads.
#pragma once

#include <cstdint>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// A read of words is one more of its kind when they were written before this phase or launch, and
// two other readers than this one would have to be forgotten for it. The second reader is kept only
// beside a first one that no order lets forget; so the second, when it is of this phase, speaks for
// both. That holds while barriers are all that orders the block's threads, whose times then are the
// same.
class ReadFilter {
 public:
  // Of a launch.
  void set_regions(Region& shared, Region& device, Time launch_begin) {
    regions_[0] = &shared;
    regions_[1] = &device;
    windows_[1].written_before = Access(launch_begin, 0, 0, false);
  }

  // Of what lies between barriers; `on`: nobody looks at each access.
  void set_phase(Time begin, bool on) {
    phase_ = windows_[0].written_before = Access(begin, 0, 0, false);
    for (unsigned i = 0; i < 2; ++i) {
      windows_[i].records = regions_[i]->records();
      if (!on) windows_[i].records.bytes = 0;
    }
  }

  // Until the next phase.
  void turn_off() { windows_[0].records.bytes = windows_[1].records.bytes = 0; }

  // The region of a read that is one more; else null.
  template <unsigned bytes>
  const Region* of_one_more(std::uintptr_t address) const {
    const bool shared = windows_[0].records.contains(address);
    const Window& window = windows_[shared ? 0 : 1];
    if (!shared && !window.records.contains(address)) return nullptr;
    if (address % bytes != 0) return nullptr;
    for (unsigned word = 0; word < bytes; word += Region::word) {
      const Cell& cell = window.records.cell(address + word);
      if (!window.records.is_plain(address + word) || cell.reads[1] < phase_ ||
          !(cell.write < window.written_before))
        return nullptr;
    }
    return regions_[shared ? 0 : 1];
  }

 private:
  struct Window {
    Region::Records records;
    Access written_before;
  };

  Window windows_[2];  // shared memory, device memory
  Access phase_;
  Region* regions_[2] = {};
};

}  // namespace hip_cpu::check
