// The current allocations of HIP's functions.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "hip_cpu/simt/streams/cpu_devices.hpp"

namespace hip_cpu {

enum class MemoryKind { device, host, managed };

struct Allocation {
  char* begin;
  std::size_t bytes;
  MemoryKind kind;
  unsigned flags;
  int device;  // device of its allocation; only `device` memory is there
};

// May be used from several OS threads at once.
class AllocationTable {
 public:
  // Allocates on the current device. Null when the device's memory, less its allocations, does not
  // suffice.
  void* allocate(std::size_t bytes, MemoryKind kind, unsigned flags);

  // False when no allocation of an accepted kind begins at the pointer.
  bool free(void* pointer, bool (*accepts)(MemoryKind));

  // Frees a device's memory. Pinned memory stays.
  void free_all_but_host(int device);

  std::optional<Allocation> find(const void* pointer) const;

  // False when [pointer, pointer + bytes) begins in an allocation and does not end in it.
  bool contains_or_ignores(const void* pointer, std::size_t bytes) const;

  std::size_t allocated_bytes(int device) const;

  static AllocationTable& instance();

 private:
  mutable std::mutex mutex_;
  std::map<const char*, Allocation> allocations_;
  std::size_t allocated_[max_devices] = {};
};

// The bytes of a device: the machine's, divided by the number of devices.
std::size_t device_memory();

}  // namespace hip_cpu
