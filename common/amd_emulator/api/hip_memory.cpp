// HIP's functions for memory. Device memory is this process's; a pointer that HIP did not give away
// is refused where the device would need it.
#include <algorithm>
#include <cstring>
#include <utility>

#include "amd_emulator/api/graphs.hpp"
#include "amd_emulator/api/runtime.hpp"

using hippuzzle::amd::Runtime;

namespace {

hipError_t allocate(void** pointer, size_t bytes) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  if (pointer == nullptr) return runtime.keep(hipErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return hipSuccess;
  *pointer = runtime.allocate(bytes);
  return *pointer != nullptr ? hipSuccess : runtime.keep(hipErrorOutOfMemory);
}

hipError_t release(void* pointer) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  if (pointer == nullptr || runtime.release(pointer)) return hipSuccess;
  return runtime.keep(hipErrorInvalidValue);
}

// Whether so many bytes are where a copy of the kind needs them to be the device's.
bool may_copy(const Runtime& runtime, const void* to, size_t to_bytes, const void* from,
              size_t from_bytes, hipMemcpyKind kind) {
  const bool into_device = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const bool out_of_device = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  return to != nullptr && from != nullptr && (!into_device || runtime.holds(to, to_bytes)) &&
         (!out_of_device || runtime.holds(from, from_bytes));
}

hipError_t copy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  if (bytes == 0) return hipSuccess;
  if (!may_copy(runtime, to, bytes, from, bytes, kind)) return runtime.keep(hipErrorInvalidValue);
  std::memmove(to, from, bytes);
  return hipSuccess;
}

// Rows of `width` bytes, which begin a pitch apart.
hipError_t copy_rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                     size_t height, hipMemcpyKind kind) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  if (width == 0 || height == 0) return hipSuccess;
  if (width > to_pitch || width > from_pitch) return runtime.keep(hipErrorInvalidPitchValue);
  if (!may_copy(runtime, to, (height - 1) * to_pitch + width, from,
                (height - 1) * from_pitch + width, kind))
    return runtime.keep(hipErrorInvalidValue);
  for (size_t row = 0; row < height; ++row) {
    std::memmove(static_cast<uint8_t*>(to) + row * to_pitch,
                 static_cast<const uint8_t*>(from) + row * from_pitch, width);
  }
  return hipSuccess;
}

hipError_t fill(void* to, int value, size_t bytes) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  if (bytes == 0) return hipSuccess;
  if (!runtime.holds(to, bytes)) return runtime.keep(hipErrorInvalidValue);
  std::memset(to, value, bytes);
  return hipSuccess;
}

// Does the work of a stream now, or keeps it for the graph that the stream captures.
template <typename Work>
hipError_t in_stream(hipStream_t stream, Work work) {
  if (!hippuzzle::amd::is_capturing(stream)) return work();
  hippuzzle::amd::capture(stream, std::move(work));
  return hipSuccess;
}

// Bytes of a variable from an offset; nullptr where they are not all in it.
uint8_t* part_of(const void* symbol, size_t offset, size_t bytes) {
  const std::span<uint8_t> variable = Runtime::get().find_variable(symbol);
  if (offset > variable.size() || variable.size() - offset < bytes) return nullptr;
  return variable.data() + offset;
}

}  // namespace

extern "C" {

hipError_t hipMalloc(void** pointer, size_t bytes) { return allocate(pointer, bytes); }
hipError_t hipHostMalloc(void** pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes);
}
hipError_t hipFree(void* pointer) { return release(pointer); }
hipError_t hipHostFree(void* pointer) { return release(pointer); }

hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned) {
  *device = host;
  return hipSuccess;
}

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  return copy(to, from, bytes, kind);
}
hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return in_stream(stream, [=] { return copy(to, from, bytes, kind); });
}
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t) {
  return copy(to, from, bytes, kind);
}

hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                       size_t height, hipMemcpyKind kind) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind);
}
hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return in_stream(stream,
                   [=] { return copy_rows(to, to_pitch, from, from_pitch, width, height, kind); });
}

hipError_t hipMemset(void* to, int value, size_t bytes) { return fill(to, value, bytes); }
hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t stream) {
  return in_stream(stream, [=] { return fill(to, value, bytes); });
}

hipError_t hipMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                             hipMemcpyKind) {
  uint8_t* to = part_of(symbol, offset, bytes);
  if (to == nullptr) return Runtime::get().keep(hipErrorInvalidSymbol);
  std::memcpy(to, from, bytes);
  return hipSuccess;
}

hipError_t hipMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                               hipMemcpyKind) {
  const uint8_t* from = part_of(symbol, offset, bytes);
  if (from == nullptr) return Runtime::get().keep(hipErrorInvalidSymbol);
  std::memcpy(to, from, bytes);
  return hipSuccess;
}

hipError_t hipGetSymbolAddress(void** address, const void* symbol) {
  *address = part_of(symbol, 0, 0);
  return *address != nullptr ? hipSuccess : Runtime::get().keep(hipErrorInvalidSymbol);
}

hipError_t hipMemGetInfo(size_t* free, size_t* total) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  *free = runtime.free_bytes();
  *total = Runtime::most_bytes;
  return hipSuccess;
}

}  // extern "C"
