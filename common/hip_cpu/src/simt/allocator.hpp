// The source of device memory: the heap, or an allocator that a tool has installed.
#pragma once

#include <cstddef>

#include "hip_cpu/simt/streams/stream_order.hpp"

namespace hip_cpu {

// A copy or a fill that the host has submitted to a stream; or an allocation or a free in the order
// of the stream, which no other work may touch at the same time either.
struct HostCopy {
  const void* to = nullptr;
  const void* from = nullptr;  // null: no copy
  std::size_t bytes = 0;
  StreamWork work{};
  const void* code = nullptr;  // the address after the host's call; null: the call that is made now
  bool of_pool = false;        // an allocation or a free
};

struct DeviceAllocator {
  // Null when there is no memory left. device: its owner, or no_device.
  void* (*allocate)(std::size_t bytes, int device);
  bool (*free)(const void* pointer);        // false when allocate() has not given the pointer out
  bool (*owns)(const void* pointer);        // allocate() gives out memory there, now or not
  void (*submitted)(const HostCopy& copy);  // before its bytes are moved
  void (*copied)(const void* to, const void* from, std::size_t bytes);  // by the host
  void (*filled)(const void* to, std::size_t bytes);                    // by the host
};

// Null: the heap. To be installed before the first allocation that it is to hear of, and to stay.
extern const DeviceAllocator* device_allocator;

}  // namespace hip_cpu
