// Fast path: reads that cannot change the shadow memory, which most are, told apart by a few loads.
#pragma once

#include <cstdint>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// A read of words is repeated when they were written before this phase or launch and their shadow
// cells hold two reads of this phase already, or of two blocks of this launch. The second read of a
// cell is set only while the first did not happen before it, so it is enough to inspect the second.
// That holds while only barriers order the block's threads, whose times then are the same.
class ReadFilter {
 public:
  // Sets the memories of a launch.
  void set_memories(ShadowMemory& shared, ShadowMemory& device, Time launch_begin) {
    shared_ = &shared;
    device_ = &device;
    launch_ = launch_begin;
  }

  // Begins a phase between barriers. on: no observer wants every access.
  void set_phase(Time begin, bool on) {
    phase_ = begin;
    shared_begin_ = shared_->begin();
    shared_bytes_ = on ? shared_->bytes() : 0;
    cells_ = shared_->shared_cells();
    is_on_ = on;
  }

  // Turns the filter off until the next phase.
  void turn_off() {
    shared_bytes_ = 0;
    is_on_ = false;
  }

  // The memory of a repeated read; null for any other.
  template <unsigned bytes>
  const ShadowMemory* memory_of_repeated(std::uintptr_t address) const {
    if (address % bytes != 0) return nullptr;
    if (address - shared_begin_ < shared_bytes_) {
      const Epoch phase(phase_, 0);
      for (unsigned word = 0; word < bytes; word += ShadowMemory::word) {
        const ShadowCell& cell = cells_[(address + word - shared_begin_) / ShadowMemory::word];
        if (!shared_->is_plain(address + word) || cell.reads[1] < phase || !(cell.write < phase))
          return nullptr;
      }
      return shared_;
    }
    if (!is_on_ || !device_->contains(address)) return nullptr;
    for (unsigned word = 0; word < bytes; word += ShadowMemory::word)
      if (!device_->is_plain(address + word) ||
          !device_->is_read_again(address + word, launch_, phase_))
        return nullptr;
    return device_;
  }

 private:
  std::uintptr_t shared_begin_ = 0;
  std::size_t shared_bytes_ = 0;
  const ShadowCell* cells_ = nullptr;
  bool is_on_ = false;
  Time phase_ = 0, launch_ = 0;
  ShadowMemory* shared_ = nullptr;
  ShadowMemory* device_ = nullptr;
};

}  // namespace hip_cpu::check
