// What the memory that a launch may change holds, and which bytes of it were written.
#pragma once

#include <cstdint>
#include <vector>

#include "hip_cpu/check/shadow/device_memory.hpp"
#include "hip_cpu/check/shadow/module.hpp"

namespace hip_cpu::check {

// Of device memory and of a module's variables. To be taken and restored between launches: shadow
// cells stay as they are, because their epochs happened before the launch that comes next.
class MemorySnapshot {
 public:
  MemorySnapshot(const DeviceMemory& device, Module& module);
  void restore() const;
  bool holds_what_is_in_memory() const;

 private:
  struct Saved {
    std::uintptr_t begin;
    ShadowMemory* memory;
    std::vector<unsigned char> bytes;
    ByteStates::Saved states;
  };

  void save(ShadowMemory& memory, const Array& array);

  std::vector<Saved> saved_;
};

}  // namespace hip_cpu::check
