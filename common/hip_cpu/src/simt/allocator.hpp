// Where device memory comes from: the heap, or an allocator that a tool has installed.
#pragma once

#include <cstddef>

namespace hip_cpu {

struct DeviceAllocator {
  void* (*allocate)(std::size_t bytes);  // null when there is no memory left
  bool (*free)(const void* pointer);     // false when allocate() has not given the pointer out
  void (*copied)(const void* to, const void* from, std::size_t bytes);  // by the host
  void (*filled)(const void* to, std::size_t bytes);                    // by the host
};

// Null: the heap. To be installed before the first allocation that it is to hear of, and to stay.
extern const DeviceAllocator* device_allocator __attribute__((visibility("hidden")));

}  // namespace hip_cpu
