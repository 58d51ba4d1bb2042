// Device memory of a checked process, with its shadow memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// The memory of all devices, from one range of addresses. Addresses are reused as late as possible,
// so that an access to freed memory is recognised: when all others have been given out, the memory
// that was freed first is reused first.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t range = std::size_t{4} << 30);  // throws as ShadowMemory does

  ShadowMemory& shadow() const { return *shadow_; }

  // Null when the range is used up. Call allocate() between launches; a launch may still refer to
  // freed memory, so in a launch no address is reused. device: to which it belongs; -1: to none, so
  // that the host uses the memory as well, or to a kernel's heap.
  void* allocate(std::size_t bytes, int device = -1);
  void* allocate_in_launch(std::size_t bytes, int device = -1);

  void free(const void* pointer);

  // The same between launches: the machine's memory and its records are given back as well.
  void release(const void* pointer);

  void describe(const void* begin, std::size_t bytes, const char* name, bool output);
  void write(const void* to, std::size_t bytes);
  void copy(const void* to, const void* from, std::size_t bytes);

  const Arrays& arrays() const { return arrays_; }
  std::size_t used() const { return next_ - shadow_->begin(); }
  bool has_host_arrays() const { return host_arrays_ != 0; }  // pinned or managed
  std::size_t live_bytes() const { return live_bytes_; }      // of arrays that were not freed

 private:
  void* take(std::uintptr_t begin, std::size_t bytes, int device);
  void* take_freed(std::size_t bytes, int device);
  std::uintptr_t end_of_freed(std::uintptr_t begin, std::size_t bytes) const;

  std::unique_ptr<ShadowMemory> shadow_;
  std::uintptr_t next_;
  Arrays arrays_;  // by the begin of the allocation, in which the array may begin later
  std::size_t live_bytes_ = 0, host_arrays_ = 0;
  std::deque<std::uintptr_t> freed_;  // allocations in their order; some have become others' part
};

}  // namespace hip_cpu::check
