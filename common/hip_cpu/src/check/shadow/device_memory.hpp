// Device memory of a checked process, with its shadow memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// Device memory, from one range of addresses that is never used twice.
class DeviceMemory {
 public:
  DeviceMemory();  // throws std::bad_alloc as ShadowMemory does

  ShadowMemory& shadow() const { return *shadow_; }
  void* allocate(std::size_t bytes);  // null when the range is used up
  void free(const void* pointer);
  void describe(const void* begin, std::size_t bytes, const char* name, bool output);
  void write(const void* to, std::size_t bytes);
  void copy(const void* to, const void* from, std::size_t bytes);

  const Arrays& arrays() const { return arrays_; }
  std::size_t used() const { return next_ - shadow_->begin(); }
  std::size_t live_bytes() const;  // of arrays that were not freed

 private:
  std::unique_ptr<ShadowMemory> shadow_;
  std::uintptr_t next_;
  Arrays arrays_;  // by the begin of the allocation, in which the array may begin later
};

}  // namespace hip_cpu::check
