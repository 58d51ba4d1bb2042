// The memory functions of <hip_cpu/more_memory_api.hpp>, in terms of the plain ones.
#include <cstring>
#include <map>
#include <mutex>

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
  bool contains(const char* pointer) const {
    const std::lock_guard lock(mutex_);
    const auto after = ranges_.upper_bound(pointer);
    if (after == ranges_.begin()) return false;
    const auto& [begin, bytes] = *std::prev(after);
    return pointer < begin + bytes;
  }

 private:
  mutable std::mutex mutex_;
  std::map<const char*, size_t> ranges_;
};

RegisteredMemory& registered_memory() {
  static auto* memory = new RegisteredMemory;  // as the table of allocations
  return *memory;
}

template <typename Word>
hipError_t fill_words(void* to, Word value, size_t count, hipStream_t stream) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof value, &bytes)) return report(hipErrorInvalidValue);
  if (reinterpret_cast<uintptr_t>(to) % sizeof value != 0) return report(hipErrorInvalidValue);
  // Range and stream are looked at, and the checker is told, by the plain fill.
  const hipError_t error = hipMemsetAsync(to, 0, bytes, stream);
  if (error != hipSuccess || bytes == 0) return error;
  submit_copy({to, nullptr, bytes, nullptr}, stream,
              [=] { std::fill_n(static_cast<Word*>(to), count, value); });
  return hipSuccess;
}

hipError_t fill_rows(char* to, size_t pitch, int value, size_t width, size_t height,
                     hipStream_t stream) {
  for (size_t row = 0; row < height; ++row) {
    const hipError_t error = hipMemsetAsync(to + row * pitch, value, width, stream);
    if (error != hipSuccess) return error;
  }
  return hipSuccess;
}

// The bytes from the first row's begin to the last row's end lie inside the allocation, if it is
// one.
hipError_t check_rows(const void* to, size_t pitch, size_t width, size_t height) {
  if (width == 0 || height == 0) return hipSuccess;
  if (width > pitch) return hipErrorInvalidPitchValue;
  size_t bytes = 0;
  if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
      __builtin_add_overflow(bytes, width, &bytes))
    return hipErrorInvalidValue;
  return check_range(to, bytes);
}

// False where HIP knows of the pointer that it lies elsewhere.
bool may_lie_on(const void* pointer, int device) {
  const auto allocation = AllocationTable::instance().find(pointer);
  return !allocation || allocation->kind != MemoryKind::device || allocation->device == device;
}

hipError_t copy_between(void* to, int to_device, const void* from, int from_device, size_t bytes,
                        hipStream_t stream, const void* code) {
  if (!is_device(to_device) || !is_device(from_device)) return report(hipErrorInvalidDevice);
  if (!may_lie_on(to, to_device) || !may_lie_on(from, from_device))
    return report(hipErrorInvalidValue);
  return copy_async(to, from, bytes, hipMemcpyDeviceToDevice, stream, code);
}

}  // namespace

bool is_registered(const void* pointer) {
  return registered_memory().contains(static_cast<const char*>(pointer));
}

}  // namespace hip_cpu

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
  return hipMalloc(pointer, bytes);
}

hipError_t hipFreeAsync(void* pointer, hipStream_t stream) {
  if (!pointer) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  const auto found = AllocationTable::instance().find(pointer);
  if (!found || found->begin != pointer || found->kind == MemoryKind::host)
    return report(hipErrorInvalidValue);
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

hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, kind, stream);
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, stream);
}
hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToHost, stream);
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes,
                              hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream);
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t bytes) {
  return hipMemcpyHtoDAsync(to, from, bytes, nullptr);
}
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes) {
  return hipMemcpyDtoHAsync(to, from, bytes, nullptr);
}
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return hipMemcpyDtoDAsync(to, from, bytes, nullptr);
}

hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream) {
  return hip_cpu::copy_between(to, to_device, from, from_device, bytes, stream,
                               __builtin_return_address(0));
}
hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return hip_cpu::copy_between(to, to_device, from, from_device, bytes, nullptr,
                               __builtin_return_address(0));
}

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream) {
  if (!copy) return report(hipErrorInvalidValue);
  // With an array, widths and places across are in elements.
  const hipArray* const shape = copy->srcArray ? copy->srcArray : copy->dstArray;
  const size_t unit =
      shape ? static_cast<size_t>(shape->desc.x + shape->desc.y + shape->desc.z + shape->desc.w) / 8
            : 1;
  const auto memory_of = [](const hipArray* array, const hipPitchedPtr& memory) {
    if (!array) return memory;
    return hipPitchedPtr{array->data, array->pitch, array->pitch,
                         std::max<size_t>(array->height, 1)};
  };
  const hipPitchedPtr to = memory_of(copy->dstArray, copy->dstPtr);
  const hipPitchedPtr from = memory_of(copy->srcArray, copy->srcPtr);
  const auto place = [unit](const hipPitchedPtr& memory, hipPos at, size_t layer) {
    return static_cast<char*>(memory.ptr) + ((at.z + layer) * memory.ysize + at.y) * memory.pitch +
           at.x * unit;
  };
  for (size_t layer = 0; layer < copy->extent.depth; ++layer) {
    const hipError_t error = hipMemcpy2DAsync(
        place(to, copy->dstPos, layer), to.pitch, place(from, copy->srcPos, layer), from.pitch,
        copy->extent.width * unit, copy->extent.height, copy->kind, stream);
    if (error != hipSuccess) return error;
  }
  return hipSuccess;
}
hipError_t hipMemcpy3D(const hipMemcpy3DParms* copy) { return hipMemcpy3DAsync(copy, nullptr); }

hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                            hipStream_t stream) {
  return hipMemsetAsync(to, value, count, stream);
}
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  return hipMemsetD8Async(to, value, count, nullptr);
}
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                             hipStream_t stream) {
  return hip_cpu::fill_words(to, value, count, stream);
}
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  return hipMemsetD16Async(to, value, count, nullptr);
}
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return hip_cpu::fill_words(to, value, count, stream);
}
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  return hipMemsetD32Async(to, value, count, nullptr);
}

hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  const hipError_t error = hip_cpu::check_rows(to, pitch, width, height);
  if (error != hipSuccess) return report(error);
  return hip_cpu::fill_rows(static_cast<char*>(to), pitch, value, width, height, stream);
}
hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return hipMemset2DAsync(to, pitch, value, width, height, nullptr);
}

hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  if (extent.height > to.ysize) return report(hipErrorInvalidValue);
  for (size_t layer = 0; layer < extent.depth; ++layer) {
    char* const begin = static_cast<char*>(to.ptr) + layer * to.ysize * to.pitch;
    const hipError_t error =
        hipMemset2DAsync(begin, to.pitch, value, extent.width, extent.height, stream);
    if (error != hipSuccess) return error;
  }
  return hipSuccess;
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  return hipMemset3DAsync(to, value, extent, nullptr);
}
