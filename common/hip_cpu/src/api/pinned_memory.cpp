// Memory of other kinds (<hip_cpu/memory_functions.hpp>), in terms of the plain functions:
// registered, pitched, and allocated in the order of a stream.
#include <hip_cpu/allocations.h>

#include <map>
#include <mutex>
#include <optional>

#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/api/copies.hpp"
#include "hip_cpu/api/memory.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

using hip_cpu::AllocationTable;
using hip_cpu::MemoryKind;
using hip_cpu::report;

namespace hip_cpu {
namespace {

constexpr size_t row_alignment = 256;

// Nothing when it cannot be counted.
std::optional<size_t> pitch_of(size_t width) {
  size_t rounded = 0;
  if (__builtin_add_overflow(width, row_alignment - 1, &rounded)) return std::nullopt;
  return rounded / row_alignment * row_alignment;
}

// Memory of the host that a program has registered: its begin and its length.
class RegisteredMemory {
 public:
  hipError_t add(const char* begin, size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto after = ranges_.lower_bound(begin + bytes);
    if (after != ranges_.begin()) {
      const auto& [other, length] = *std::prev(after);
      if (other + length > begin) return hipErrorHostMemoryAlreadyRegistered;
    }
    ranges_[begin] = bytes;
    return hipSuccess;
  }
  bool remove(const char* begin) {
    const std::lock_guard lock(mutex_);
    return ranges_.erase(begin) != 0;
  }
  bool contains(const char* pointer, size_t length) const {
    const std::lock_guard lock(mutex_);
    const auto after = ranges_.upper_bound(pointer);
    if (after == ranges_.begin()) return false;
    const auto& [begin, bytes] = *std::prev(after);
    return pointer < begin + bytes && length <= static_cast<size_t>(begin + bytes - pointer);
  }
  std::map<const char*, size_t> ranges() const {
    const std::lock_guard lock(mutex_);
    return ranges_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<const char*, size_t> ranges_;
};

RegisteredMemory& registered_memory() {
  static auto* memory = new RegisteredMemory;  // as the table of allocations
  return *memory;
}

}  // namespace

bool is_registered(const void* pointer) {
  return registered_memory().contains(static_cast<const char*>(pointer), 1);
}

}  // namespace hip_cpu

int32_t hip_cpu_is_registered(const void* begin, uint64_t bytes) {
  return hip_cpu::registered_memory().contains(static_cast<const char*>(begin), bytes) ? 1 : 0;
}

void hip_cpu_visit_registered(void (*visit)(void* context, void* begin, uint64_t bytes),
                              void* context) {
  for (const auto& [begin, bytes] : hip_cpu::registered_memory().ranges())
    visit(context, const_cast<char*>(begin), bytes);
}

hipError_t hipMallocHost(void** pointer, size_t bytes) {
  return hipHostMalloc(pointer, bytes, hipHostMallocDefault);
}

hipError_t hipHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  const unsigned known = hipHostAllocPortable | hipHostAllocMapped | hipHostAllocWriteCombined;
  if ((flags & ~known) != 0) return report(hipErrorInvalidValue);
  return hipHostMalloc(pointer, bytes, flags);
}

hipError_t hipFreeHost(void* pointer) { return hipHostFree(pointer); }

hipError_t hipHostGetFlags(unsigned* flags, void* pointer) {
  const auto allocation = AllocationTable::instance().find(pointer);
  if (!flags || !allocation || allocation->kind != MemoryKind::host)
    return report(hipErrorInvalidValue);
  *flags = allocation->flags;
  return hipSuccess;
}

hipError_t hipHostRegister(void* pointer, size_t bytes, unsigned flags) {
  const unsigned known = hipHostRegisterPortable | hipHostRegisterMapped | hipHostRegisterIoMemory;
  if (!pointer || bytes == 0 || (flags & ~known) != 0) return report(hipErrorInvalidValue);
  return report(hip_cpu::registered_memory().add(static_cast<char*>(pointer), bytes));
}

hipError_t hipHostUnregister(void* pointer) {
  if (!pointer) return report(hipErrorInvalidValue);
  const bool removed = hip_cpu::registered_memory().remove(static_cast<char*>(pointer));
  return report(removed ? hipSuccess : hipErrorHostMemoryNotRegistered);
}

hipError_t hipExtMallocWithFlags(void** pointer, size_t bytes, unsigned flags) {
  const bool known = flags == hipDeviceMallocDefault || flags == hipDeviceMallocFinegrained ||
                     flags == hipMallocSignalMemory;
  if (!known || (flags == hipMallocSignalMemory && bytes != 8)) return report(hipErrorInvalidValue);
  return hipMalloc(pointer, bytes);
}

hipError_t hipMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (!pointer || !pitch) return report(hipErrorInvalidValue);
  const auto rounded = hip_cpu::pitch_of(width);
  size_t bytes = 0;
  if (!rounded || __builtin_mul_overflow(*rounded, height, &bytes))
    return report(hipErrorOutOfMemory);
  const hipError_t error = hipMalloc(pointer, bytes);
  if (error == hipSuccess) *pitch = *rounded;
  return error;
}

hipError_t hipMemAllocPitch(hipDeviceptr_t* pointer, size_t* pitch, size_t width, size_t height,
                            unsigned element_bytes) {
  if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)
    return report(hipErrorInvalidValue);
  return hipMallocPitch(pointer, pitch, width, height);
}

hipError_t hipMalloc3D(hipPitchedPtr* pointer, hipExtent extent) {
  size_t rows = 0;
  if (!pointer) return report(hipErrorInvalidValue);
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return report(hipErrorOutOfMemory);
  const hipError_t error = hipMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
  if (error != hipSuccess) return error;
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return hipSuccess;
}

hipError_t hipMallocAsync(void** pointer, size_t bytes, hipStream_t stream) {
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  const hipError_t error = hipMalloc(pointer, bytes);
  if (error == hipSuccess && bytes != 0) hip_cpu::change_pool(*pointer, bytes, stream);
  return error;
}

hipError_t hipFreeAsync(void* pointer, hipStream_t stream) {
  if (!pointer) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  const auto found = AllocationTable::instance().find(pointer);
  if (!found || found->begin != pointer || found->kind == MemoryKind::host)
    return report(hipErrorInvalidValue);
  hip_cpu::change_pool(pointer, found->bytes, stream);
  hip_cpu::submit(stream, [=] { static_cast<void>(hip_cpu::free_device_memory(pointer)); });
  return hipSuccess;
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t* begin, size_t* bytes, hipDeviceptr_t inside) {
  const auto allocation = AllocationTable::instance().find(inside);
  if (!allocation) return report(hipErrorNotFound);
  if (begin) *begin = allocation->begin;
  if (bytes) *bytes = allocation->bytes;
  return hipSuccess;
}

hipError_t hipMemPtrGetInfo(void* pointer, size_t* bytes) {
  const auto allocation = AllocationTable::instance().find(pointer);
  if (!bytes || !allocation || allocation->begin != pointer) return report(hipErrorInvalidValue);
  *bytes = allocation->bytes;
  return hipSuccess;
}
