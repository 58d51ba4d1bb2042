// The copies and fills of <hip_cpu/memory_functions.hpp>, in terms of the plain ones.
#include <algorithm>

#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/api/copies.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

using hip_cpu::report;
using hip_cpu::wait_for_copy;
using hip_cpu::wait_for_fill;

namespace hip_cpu {
namespace {

template <typename Word>
hipError_t fill_words(void* to, Word value, size_t count, hipStream_t stream,
                      const void* code = nullptr) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof value, &bytes)) return report(hipErrorInvalidValue);
  if (reinterpret_cast<uintptr_t>(to) % sizeof value != 0) return report(hipErrorInvalidValue);
  // The plain fill validates range and stream, and informs the checker.
  const hipError_t error = fill_async(to, 0, bytes, stream, code);
  if (error != hipSuccess || bytes == 0) return error;
  submit_copy({to, nullptr, bytes, code}, stream,
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

// The bytes from the first row's begin to the last row's end must be inside the allocation, if it
// is one.
hipError_t check_rows(const void* to, size_t pitch, size_t width, size_t height) {
  if (width == 0 || height == 0) return hipSuccess;
  if (width > pitch) return hipErrorInvalidPitchValue;
  size_t bytes = 0;
  if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
      __builtin_add_overflow(bytes, width, &bytes))
    return hipErrorInvalidValue;
  return check_fill(to, bytes);
}

// False if HIP knows that the pointer belongs elsewhere.
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

hipError_t fill_words_async(void* to, unsigned value, std::size_t word_bytes, std::size_t count,
                            hipStream_t stream, const void* code) {
  if (word_bytes == 1) return fill_async(to, static_cast<int>(value), count, stream, code);
  if (word_bytes == 2)
    return fill_words(to, static_cast<unsigned short>(value), count, stream, code);
  return fill_words(to, value, count, stream, code);
}

}  // namespace hip_cpu

hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream) {
  return wait_for_copy(hipMemcpyAsync(to, from, bytes, kind, stream), stream);
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
  return wait_for_copy(hipMemcpyHtoDAsync(to, from, bytes, nullptr));
}
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes) {
  return wait_for_copy(hipMemcpyDtoHAsync(to, from, bytes, nullptr));
}
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return wait_for_copy(hipMemcpyDtoDAsync(to, from, bytes, nullptr));
}

hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream) {
  return hip_cpu::copy_between(to, to_device, from, from_device, bytes, stream,
                               __builtin_return_address(0));
}
hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return wait_for_copy(hip_cpu::copy_between(to, to_device, from, from_device, bytes, nullptr,
                                             __builtin_return_address(0)));
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
hipError_t hipMemcpy3D(const hipMemcpy3DParms* copy) {
  return wait_for_copy(hipMemcpy3DAsync(copy, nullptr));
}

hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                            hipStream_t stream) {
  return hipMemsetAsync(to, value, count, stream);
}
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  return wait_for_fill(hipMemsetD8Async(to, value, count, nullptr), to);
}
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                             hipStream_t stream) {
  return hip_cpu::fill_words(to, value, count, stream);
}
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  return wait_for_fill(hipMemsetD16Async(to, value, count, nullptr), to);
}
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return hip_cpu::fill_words(to, value, count, stream);
}
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  return wait_for_fill(hipMemsetD32Async(to, value, count, nullptr), to);
}

hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  const hipError_t error = hip_cpu::check_rows(to, pitch, width, height);
  if (error != hipSuccess) return report(error);
  return hip_cpu::fill_rows(static_cast<char*>(to), pitch, value, width, height, stream);
}
hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return wait_for_fill(hipMemset2DAsync(to, pitch, value, width, height, nullptr), to);
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
  return wait_for_fill(hipMemset3DAsync(to, value, extent, nullptr), to.ptr);
}
