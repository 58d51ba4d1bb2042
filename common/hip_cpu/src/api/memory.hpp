// The allocations that HIP's functions have handed out.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "hip_cpu/simt/streams/devices.hpp"
#include "hip_cpu/simt/streams/stream_queue.hpp"

namespace hip_cpu {

enum class MemoryKind { device, host, managed };

struct Allocation {
  char* begin;
  std::size_t bytes;
  MemoryKind kind;
  unsigned flags;
  int device;  // where it was allocated; only `device` memory lies there
};

// May be used from several OS threads at once.
class AllocationTable {
 public:
  // Allocates on the current device. Null when its memory, less what is handed out, does not
  // suffice.
  void* allocate(std::size_t bytes, MemoryKind kind, unsigned flags);

  // False when no allocation of an accepted kind begins at the pointer.
  template <typename Accepts>
  bool free(void* pointer, Accepts accepts);

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

// Whether hipHostRegister has made it known.
bool is_registered(const void* pointer);

// The rows that a copy or fill reads and writes, their begins apart by the pitches.
struct CopiedRows {
  const void* to;
  const void* from;  // null: a fill
  std::size_t bytes;
  const void* code;  // behind the host's call; null where it is not known
  std::size_t rows = 1, to_pitch = 0, from_pitch = 0;
};

// Does the copy or fill of checked memory in the order of the stream.
void submit_copy(const CopiedRows& what, hipStream_t stream, const Work& copy);

// Frees memory of hipMalloc and its like, without waiting for streams. The code is not kept.
hipError_t free_device_memory(void* pointer);

// The bytes of a device: the machine's, divided by the number of devices.
std::size_t device_memory();

// Codes of a copy or fill of [to, to + bytes); `from` is ignored in a fill.
hipError_t check_range(const void* pointer, std::size_t bytes);
hipError_t check_kind(hipMemcpyKind kind);

// hipMemcpyAsync, called from behind `code`.
hipError_t copy_async(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                      hipStream_t stream, const void* code);

}  // namespace hip_cpu
