// HIP's functions for memory. Device memory is this process's; a pointer that HIP did not give away
// is refused where the device would need it.
#include <algorithm>
#include <cstring>

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

hipError_t copy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  if (bytes == 0) return hipSuccess;
  const bool into_device = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const bool out_of_device = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  if (to == nullptr || from == nullptr || (into_device && !runtime.holds(to, bytes)) ||
      (out_of_device && !runtime.holds(from, bytes))) {
    return runtime.keep(hipErrorInvalidValue);
  }
  std::memmove(to, from, bytes);
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
                          hipStream_t) {
  return copy(to, from, bytes, kind);
}
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t) {
  return copy(to, from, bytes, kind);
}

hipError_t hipMemset(void* to, int value, size_t bytes) { return fill(to, value, bytes); }
hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t) {
  return fill(to, value, bytes);
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
