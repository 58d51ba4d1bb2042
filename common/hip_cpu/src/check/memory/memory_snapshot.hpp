// The contents of the memory that a launch may change, and which bytes of it were written.
#pragma once

#include <cstdint>
#include <vector>

#include "hip_cpu/check/shadow/checked_module.hpp"
#include "hip_cpu/check/shadow/device_memory.hpp"

namespace hip_cpu::check {

// A snapshot of device memory, of a module's variables and of the host's memory that kernels may
// use. To be taken and restored between
// launches: shadow cells stay as they are, because their epochs happened before the launch that
// comes next.
class MemorySnapshot {
 public:
  // The limit for device memory, beyond which a launch is rather not run again than there are
  // copies of it.
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 29;

  MemorySnapshot(const DeviceMemory& device, Module& module);

  // The bytes of a snapshot, without a module's variables.
  static std::uint64_t bytes_of(const DeviceMemory& device);

  void restore() const;
  bool holds_what_is_in_memory() const;

 private:
  static constexpr std::size_t part = std::size_t{1} << 14;  // bytes, or the rest of an array

  struct Saved {
    std::uintptr_t begin;
    ShadowMemory* memory;  // null: memory of the host, which has none
    std::vector<unsigned char> bytes;
    std::vector<ByteStates::Saved> states;  // of parts; a single one stands for all that are alike
  };

  void save(ShadowMemory& memory, const Array& array);
  bool is_in_memory(const Saved& saved) const;

  Module& module_;
  std::vector<Saved> saved_;
};

}  // namespace hip_cpu::check
