// The source of device memory: the heap, or an allocator that a tool has installed.
#pragma once

#include <cstddef>

#include "hip_cpu/simt/streams/stream_order.hpp"

namespace hip_cpu {

// A copy or a fill that the host has submitted to a stream.
struct HostCopy {
  const void* to;
  const void* from;  // null: a fill
  std::size_t bytes;
  StreamWork work;
  const void* code;  // the address after the host's call
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
