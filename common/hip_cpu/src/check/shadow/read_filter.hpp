// Fast path: reads that cannot change the shadow memory, which most are, told apart by a few loads.
#pragma once

#include <cstdint>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// A read of words is repeated when they were written before this phase or launch and their shadow
// cells hold two reads of this phase already. The second read of a cell is set only while the first
// did not happen before it, so it is enough to look at the second. That holds while nothing but
// barriers orders the block's threads, whose times then are the same.
class ReadFilter {
 public:
  // Of a launch.
  void set_memories(ShadowMemory& shared, ShadowMemory& device, Time launch_begin) {
    memories_[0] = &shared;
    memories_[1] = &device;
    windows_[1].written_before = Epoch(launch_begin, 0, 0, false);
  }

  // Of a phase between barriers. on: no observer wants every access.
  void set_phase(Time begin, bool on) {
    phase_ = windows_[0].written_before = Epoch(begin, 0, 0, false);
    for (unsigned i = 0; i < 2; ++i) {
      windows_[i].tables = memories_[i]->tables();
      if (!on) windows_[i].tables.bytes = 0;
    }
  }

  // Until the next phase.
  void turn_off() { windows_[0].tables.bytes = windows_[1].tables.bytes = 0; }

  // The memory of a repeated read; null for any other.
  template <unsigned bytes>
  const ShadowMemory* memory_of_repeated(std::uintptr_t address) const {
    const bool shared = windows_[0].tables.contains(address);
    const Window& window = windows_[shared ? 0 : 1];
    if (!shared && !window.tables.contains(address)) return nullptr;
    if (address % bytes != 0) return nullptr;
    for (unsigned word = 0; word < bytes; word += ShadowMemory::word) {
      const ShadowCell& cell = window.tables.cell(address + word);
      if (!window.tables.is_plain(address + word) || cell.reads[1] < phase_ ||
          !(cell.write < window.written_before))
        return nullptr;
    }
    return memories_[shared ? 0 : 1];
  }

 private:
  struct Window {
    ShadowMemory::Tables tables;
    Epoch written_before;
  };

  Window windows_[2];  // shared memory, device memory
  Epoch phase_;
  ShadowMemory* memories_[2] = {};
};

}  // namespace hip_cpu::check
