#include "hip_cpu/api/memory.hpp"

#include <hip_cpu/allocations.h>

#include <atomic>

#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu {
namespace {

std::atomic<hip_cpu_allocation_listener> allocation_listener{nullptr};

hipError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind, unsigned flags) {
  if (!pointer) return hipErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return hipSuccess;
  *pointer = AllocationTable::instance().allocate(bytes, kind, flags);
  if (!*pointer) return hipErrorOutOfMemory;
  if (const auto listener = allocation_listener.load()) listener(*pointer, bytes);
  return hipSuccess;
}

}  // namespace
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
  hip_cpu::StreamOrder::instance().host_waits_for_device(hip_cpu::current_device());
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
