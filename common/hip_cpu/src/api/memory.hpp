// The allocations that HIP's functions have handed out.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "hip_cpu/simt/stream_queue.hpp"

namespace hip_cpu {

enum class MemoryKind { device, host, managed };

struct Allocation {
  char* begin;
  std::size_t bytes;
  MemoryKind kind;
  unsigned flags;
};

// May be used from several OS threads at once.
class AllocationTable {
 public:
  // Null when the memory of the machine, less what is handed out, does not suffice.
  void* allocate(std::size_t bytes, MemoryKind kind, unsigned flags);

  // False when no allocation of an accepted kind begins at the pointer.
  template <typename Accepts>
  bool free(void* pointer, Accepts accepts);

  // Pinned memory stays.
  void free_all_but_host();

  std::optional<Allocation> find(const void* pointer) const;

  // False when [pointer, pointer + bytes) begins in an allocation and does not end in it.
  bool contains_or_ignores(const void* pointer, std::size_t bytes) const;

  std::size_t allocated_bytes() const;

  static AllocationTable& instance();

 private:
  mutable std::mutex mutex_;
  std::map<const char*, Allocation> allocations_;
  std::size_t allocated_ = 0;
};

// Whether hipHostRegister has made it known.
bool is_registered(const void* pointer);

// Does the copy or fill of checked memory in the order of the stream; `from` is null for a fill.
void submit_copy(const void* to, const void* from, hipStream_t stream, const Work& copy);

// Of hipMalloc and its like, without waiting for streams. The code is not kept.
hipError_t free_device_memory(void* pointer);

// Physical memory of the machine, in bytes.
std::size_t total_memory();

// Codes of a copy or fill of [to, to + bytes); `from` is ignored in a fill.
hipError_t check_range(const void* pointer, std::size_t bytes);
hipError_t check_kind(hipMemcpyKind kind);

}  // namespace hip_cpu
