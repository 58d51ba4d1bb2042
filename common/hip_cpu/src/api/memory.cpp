#include "hip_cpu/api/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include <hip_cpu/allocations.h>
#include <hip_cpu/config.h>

#include "hip_cpu/simt/allocator.hpp"
#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu {
namespace {

std::atomic<hip_cpu_allocation_listener> allocation_listener{nullptr};

constexpr std::size_t alignment = 256;

void* allocate_bytes(std::size_t bytes, int device) {
  if (device_allocator) return device_allocator->allocate(bytes, device);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

// Memory from before the allocator was installed is the heap's.
void free_bytes(void* pointer) {
  if (!device_allocator || !device_allocator->free(pointer)) std::free(pointer);
}

void copied(const void* to, const void* from, std::size_t bytes) {
  if (device_allocator) device_allocator->copied(to, from, bytes);
}

void filled(const void* to, std::size_t bytes) {
  if (device_allocator) device_allocator->filled(to, bytes);
}

// HIPPUZZLE_CPU_DEVICE_MIB, of each device; 0 where it is not set to a number.
std::size_t memory_by_environment() {
  const char* text = std::getenv("HIPPUZZLE_CPU_DEVICE_MIB");
  constexpr std::size_t most = std::size_t{1} << 30;
  const std::size_t mebibytes = text != nullptr ? std::strtoul(text, nullptr, 10) : 0;
  return mebibytes <= most ? mebibytes << 20 : 0;
}

}  // namespace

std::size_t device_memory() {
  static const std::size_t by_user = memory_by_environment();
  if (by_user != 0) return by_user;
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                            static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes / static_cast<unsigned>(hip_cpu_device_count());
}

// Never destroyed: host threads may free memory while the program ends.
AllocationTable& AllocationTable::instance() {
  static auto* table = new AllocationTable;
  return *table;
}

void* AllocationTable::allocate(std::size_t bytes, MemoryKind kind, unsigned flags) {
  const int device = current_device();
  const std::lock_guard lock(mutex_);
  if (bytes > device_memory() - std::min(allocated_[device], device_memory())) return nullptr;
  auto* begin =
      static_cast<char*>(allocate_bytes(bytes, kind == MemoryKind::device ? device : no_device));
  if (!begin) return nullptr;
  allocations_.emplace(begin, Allocation{begin, bytes, kind, flags, device});
  // The host may write this memory directly, which the allocator does not hear of.
  if (kind != MemoryKind::device) filled(begin, bytes);
  allocated_[device] += bytes;
  return begin;
}

template <typename Accepts>
bool AllocationTable::free(void* pointer, Accepts accepts) {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<const char*>(pointer));
  if (found == allocations_.end() || !accepts(found->second.kind)) return false;
  allocated_[found->second.device] -= found->second.bytes;
  free_bytes(found->second.begin);
  allocations_.erase(found);
  return true;
}

void AllocationTable::free_all_but_host(int device) {
  const std::lock_guard lock(mutex_);
  for (auto next = allocations_.begin(); next != allocations_.end();) {
    const auto allocation = next++;
    if (allocation->second.kind == MemoryKind::host || allocation->second.device != device)
      continue;
    allocated_[device] -= allocation->second.bytes;
    free_bytes(allocation->second.begin);
    allocations_.erase(allocation);
  }
}

std::optional<Allocation> AllocationTable::find(const void* pointer) const {
  const auto* address = static_cast<const char*>(pointer);
  const std::lock_guard lock(mutex_);
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return std::nullopt;
  const Allocation& allocation = std::prev(after)->second;
  if (address >= allocation.begin + allocation.bytes) return std::nullopt;
  return allocation;
}

bool AllocationTable::contains_or_ignores(const void* pointer, std::size_t bytes) const {
  const auto allocation = find(pointer);
  if (!allocation) return true;
  const auto offset =
      static_cast<std::size_t>(static_cast<const char*>(pointer) - allocation->begin);
  return bytes <= allocation->bytes - offset;
}

std::size_t AllocationTable::allocated_bytes(int device) const {
  const std::lock_guard lock(mutex_);
  return allocated_[device];
}

hipError_t check_range(const void* pointer, std::size_t bytes) {
  if (bytes == 0) return hipSuccess;
  if (!pointer || !AllocationTable::instance().contains_or_ignores(pointer, bytes))
    return hipErrorInvalidValue;
  return hipSuccess;
}

hipError_t check_kind(hipMemcpyKind kind) {
  const bool known = kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault;
  return known ? hipSuccess : hipErrorInvalidMemcpyDirection;
}

namespace {

hipError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind, unsigned flags) {
  if (!pointer) return hipErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return hipSuccess;
  *pointer = AllocationTable::instance().allocate(bytes, kind, flags);
  if (!*pointer) return hipErrorOutOfMemory;
  if (const auto listener = allocation_listener.load()) listener(*pointer, bytes);
  return hipSuccess;
}

// The bytes from the first row's begin to the last row's end; nothing when they cannot be counted.
std::optional<std::size_t> extent(std::size_t pitch, std::size_t width, std::size_t height) {
  std::size_t rows = 0, bytes = 0;
  if (width == 0 || height == 0) return 0;
  if (__builtin_mul_overflow(pitch, height - 1, &rows) ||
      __builtin_add_overflow(rows, width, &bytes))
    return std::nullopt;
  return bytes;
}

hipError_t check_copy(const void* to, std::size_t to_bytes, const void* from,
                      std::size_t from_bytes, hipMemcpyKind kind, hipStream_t stream) {
  if (const hipError_t error = check_kind(kind); error != hipSuccess) return error;
  if (!is_stream(stream)) return hipErrorInvalidHandle;
  if (const hipError_t error = check_range(to, to_bytes); error != hipSuccess) return error;
  return check_range(from, from_bytes);
}

hipError_t check_copy(const void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                      hipStream_t stream) {
  return check_copy(to, bytes, from, bytes, kind, stream);
}

// Pageable memory of the host, or a variable of a module.
bool is_pageable(const void* pointer) {
  return !AllocationTable::instance().find(pointer) && !is_registered(pointer);
}

void tell_of_copy(const CopiedRows& what, const StreamWork& work) {
  if (!device_allocator) return;
  for (std::size_t row = 0; row < what.rows; ++row) {
    const auto* const from = static_cast<const char*>(what.from);
    device_allocator->submitted({static_cast<const char*>(what.to) + row * what.to_pitch,
                                 from ? from + row * what.from_pitch : nullptr, what.bytes, work,
                                 what.code});
  }
}

}  // namespace

// The host waits for what it copies by the null stream, and for what is copied to pageable memory;
// that is not read later either.
void submit_copy(const CopiedRows& what, hipStream_t stream, const Work& copy) {
  const hipGraphNodeType type = what.from ? hipGraphNodeTypeMemcpy : hipGraphNodeTypeMemset;
  if (is_capturing(stream)) return submit(stream, copy, type);
  const bool to_pageable = is_pageable(what.to);
  const StreamWork work = StreamOrder::instance().submit(stream);
  tell_of_copy(what, work);
  if (stream == nullptr || to_pageable) StreamOrder::instance().host_waits(stream);
  if (!to_pageable && (!what.from || !is_pageable(what.from))) return submit(stream, copy);
  wait_for(stream);
  copy();
}
}  // namespace hip_cpu

using hip_cpu::AllocationTable;
using hip_cpu::MemoryKind;
using hip_cpu::report;

void hip_cpu_listen_to_allocations(hip_cpu_allocation_listener listener) {
  hip_cpu::allocation_listener = listener;
}

hipError_t hipMalloc(void** pointer, size_t bytes) {
  return report(hip_cpu::allocate(pointer, bytes, MemoryKind::device, 0));
}

hipError_t hipHostMalloc(void** pointer, size_t bytes, unsigned flags) {
  return report(hip_cpu::allocate(pointer, bytes, MemoryKind::host, flags));
}

hipError_t hipMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  if (flags != hipMemAttachGlobal && flags != hipMemAttachHost) return report(hipErrorInvalidValue);
  if (bytes == 0) return report(hipErrorInvalidValue);
  return report(hip_cpu::allocate(pointer, bytes, MemoryKind::managed, flags));
}

hipError_t hip_cpu::free_device_memory(void* pointer) {
  const auto accepts = [](MemoryKind kind) { return kind != MemoryKind::host; };
  if (!pointer || AllocationTable::instance().free(pointer, accepts)) return hipSuccess;
  return hipErrorInvalidDevicePointer;
}

hipError_t hipFree(void* pointer) {
  hip_cpu::wait_for_all();
  const auto allocation = AllocationTable::instance().find(pointer);
  if (allocation) hip_cpu::StreamOrder::instance().host_waits_for_device(allocation->device);
  return report(hip_cpu::free_device_memory(pointer));
}

hipError_t hipHostFree(void* pointer) {
  hip_cpu::wait_for_all();
  const auto accepts = [](MemoryKind kind) { return kind == MemoryKind::host; };
  if (!pointer || AllocationTable::instance().free(pointer, accepts)) return hipSuccess;
  return report(hipErrorInvalidValue);
}

hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned flags) {
  if (!device || flags != 0) return report(hipErrorInvalidValue);
  const auto allocation = AllocationTable::instance().find(host);
  const bool pinned = allocation && allocation->kind == MemoryKind::host;
  if (!pinned && !hip_cpu::is_registered(host)) return report(hipErrorInvalidValue);
  *device = host;
  return hipSuccess;
}

hipError_t hipMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  if (!free_bytes || !total_bytes) return report(hipErrorInvalidValue);
  *total_bytes = hip_cpu::device_memory();
  *free_bytes =
      *total_bytes - AllocationTable::instance().allocated_bytes(hip_cpu::current_device());
  return hipSuccess;
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* pointer) {
  if (!attributes) return report(hipErrorInvalidValue);
  const auto allocation = AllocationTable::instance().find(pointer);
  if (!allocation) return report(hipErrorInvalidValue);
  void* address = const_cast<void*>(pointer);
  const bool device = allocation->kind == MemoryKind::device;
  *attributes = {};
  attributes->memoryType =
      allocation->kind == MemoryKind::host ? hipMemoryTypeHost : hipMemoryTypeDevice;
  attributes->device = allocation->device;
  attributes->devicePointer = address;
  attributes->hostPointer = device ? nullptr : address;
  attributes->isManaged = allocation->kind == MemoryKind::managed;
  attributes->allocationFlags = allocation->flags;
  return hipSuccess;
}

hipError_t hip_cpu::copy_async(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream, const void* code) {
  const hipError_t error = hip_cpu::check_copy(to, from, bytes, kind, stream);
  if (error == hipSuccess && bytes != 0) {
    hip_cpu::submit_copy({to, from, bytes, code}, stream, [=] {
      std::memmove(to, from, bytes);
      hip_cpu::copied(to, from, bytes);
    });
  }
  return report(error);
}

hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return hip_cpu::copy_async(to, from, bytes, kind, stream, __builtin_return_address(0));
}

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  return hip_cpu::copy_async(to, from, bytes, kind, nullptr, __builtin_return_address(0));
}

hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  if (width > to_pitch || width > from_pitch) return report(hipErrorInvalidPitchValue);
  const auto to_bytes = hip_cpu::extent(to_pitch, width, height);
  const auto from_bytes = hip_cpu::extent(from_pitch, width, height);
  if (!to_bytes || !from_bytes) return report(hipErrorInvalidValue);
  const hipError_t error = hip_cpu::check_copy(to, *to_bytes, from, *from_bytes, kind, stream);
  if (error != hipSuccess) return report(error);
  if (width == 0) return hipSuccess;
  const void* const code = __builtin_return_address(0);
  hip_cpu::submit_copy({to, from, width, code, height, to_pitch, from_pitch}, stream, [=] {
    for (size_t row = 0; row < height; ++row) {
      char* const to_row = static_cast<char*>(to) + row * to_pitch;
      const char* const from_row = static_cast<const char*>(from) + row * from_pitch;
      std::memmove(to_row, from_row, width);
      hip_cpu::copied(to_row, from_row, width);
    }
  });
  return hipSuccess;
}

hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                       size_t height, hipMemcpyKind kind) {
  return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}

hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t stream) {
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  const hipError_t error = hip_cpu::check_range(to, bytes);
  if (error == hipSuccess && bytes != 0) {
    hip_cpu::submit_copy({to, nullptr, bytes, __builtin_return_address(0)}, stream, [=] {
      std::memset(to, value, bytes);
      hip_cpu::filled(to, bytes);
    });
  }
  return report(error);
}

hipError_t hipMemset(void* to, int value, size_t bytes) {
  return hipMemsetAsync(to, value, bytes, nullptr);
}
