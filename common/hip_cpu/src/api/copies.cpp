#include "hip_cpu/api/copies.hpp"

#include <dlfcn.h>

#include <cstring>
#include <optional>

#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/api/memory.hpp"
#include "hip_cpu/simt/allocator.hpp"
#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu {
namespace {

// Memory of the host that no kernel may use. Variables of modules, which may be __device__, count
// as none. Only known where an allocator keeps device memory apart.
bool is_of_host(const void* pointer) {
  Dl_info module{};
  return device_allocator && !device_allocator->owns(pointer) && !is_registered(pointer) &&
         !AllocationTable::instance().find(pointer) && dladdr(pointer, &module) == 0;
}

bool is_of_device(const void* pointer) {
  const auto allocation = AllocationTable::instance().find(pointer);
  return device_allocator && allocation && allocation->kind == MemoryKind::device;
}

// Whether the kind names a side that the pointers show to be the other one.
bool is_wrong(hipMemcpyKind kind, const void* to, const void* from) {
  switch (kind) {
    case hipMemcpyHostToHost:
      return is_of_device(to) || is_of_device(from);
    case hipMemcpyHostToDevice:
      return is_of_host(to) || is_of_device(from);
    case hipMemcpyDeviceToHost:
      return is_of_device(to) || is_of_host(from);
    case hipMemcpyDeviceToDevice:
      return is_of_host(to) || is_of_host(from);
    default:
      return false;
  }
}

}  // namespace

hipError_t check_range(const void* pointer, std::size_t bytes) {
  if (bytes == 0) return hipSuccess;
  const AllocationTable& table = AllocationTable::instance();
  if (!pointer || !table.contains_or_ignores(pointer, bytes)) return hipErrorInvalidValue;
  const bool is_in_no_allocation =
      device_allocator && device_allocator->owns(pointer) && !table.find(pointer);
  return is_in_no_allocation ? hipErrorInvalidValue : hipSuccess;
}

hipError_t check_fill(const void* to, std::size_t bytes) {
  if (bytes != 0 && is_of_host(to)) return hipErrorInvalidValue;
  return check_range(to, bytes);
}

hipError_t check_kind(hipMemcpyKind kind) {
  const bool known = kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault;
  return known ? hipSuccess : hipErrorInvalidMemcpyDirection;
}

namespace {

void copied(const void* to, const void* from, std::size_t bytes) {
  if (device_allocator) device_allocator->copied(to, from, bytes);
}

void filled(const void* to, std::size_t bytes) {
  if (device_allocator) device_allocator->filled(to, bytes);
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
  if (const hipError_t error = check_range(from, from_bytes); error != hipSuccess) return error;
  const bool moves_anything = to_bytes != 0 && from_bytes != 0;
  return moves_anything && is_wrong(kind, to, from) ? hipErrorInvalidValue : hipSuccess;
}

hipError_t check_copy(const void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                      hipStream_t stream) {
  return check_copy(to, bytes, from, bytes, kind, stream);
}

// Pageable memory of the host, or a variable of a module.
bool is_pageable(const void* pointer) {
  return !AllocationTable::instance().find(pointer) && !is_registered(pointer);
}

bool is_to_host(hipMemcpyKind kind) {
  return kind != hipMemcpyHostToDevice && kind != hipMemcpyDeviceToDevice;
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

// Pageable memory is not read later either.
void submit_copy(const CopiedRows& what, hipStream_t stream, const Work& copy) {
  const hipGraphNodeType type = what.from ? hipGraphNodeTypeMemcpy : hipGraphNodeTypeMemset;
  if (capture(stream, type, [=](hipStream_t later) { submit_copy(what, later, copy); })) return;
  const bool to_pageable = is_pageable(what.to);
  const StreamWork work = StreamOrder::instance().submit(stream);
  tell_of_copy(what, work);
  if (to_pageable && what.to_host && what.from) StreamOrder::instance().host_waits(stream);
  if (!to_pageable && (!what.from || !is_pageable(what.from))) return submit(stream, copy);
  wait_for(stream);
  copy();
}

hipError_t copy_async(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                      hipStream_t stream, const void* code) {
  const hipError_t error = check_copy(to, from, bytes, kind, stream);
  if (error == hipSuccess && bytes != 0) {
    submit_copy({to, from, bytes, code, 1, 0, 0, is_to_host(kind)}, stream, [=] {
      std::memmove(to, from, bytes);
      copied(to, from, bytes);
    });
  }
  return report(error);
}

hipError_t fill_async(void* to, int value, std::size_t bytes, hipStream_t stream,
                      const void* code) {
  if (!is_stream(stream)) return report(hipErrorInvalidHandle);
  const hipError_t error = check_fill(to, bytes);
  if (error == hipSuccess && bytes != 0) {
    submit_copy({to, nullptr, bytes, code}, stream, [=] {
      std::memset(to, value, bytes);
      filled(to, bytes);
    });
  }
  return report(error);
}

hipError_t wait_for_copy(hipError_t error, hipStream_t stream) {
  if (error != hipSuccess || runs_graph()) return error;
  wait_for(stream);
  StreamOrder::instance().host_waits(stream);
  return error;
}

hipError_t wait_for_fill(hipError_t error, const void* to) {
  const auto allocation = AllocationTable::instance().find(to);
  const bool is_later = allocation && allocation->kind == MemoryKind::device;
  return is_later ? error : wait_for_copy(error);
}

void change_pool(const void* memory, std::size_t bytes, hipStream_t stream) {
  if (!device_allocator || is_capturing(stream)) return;
  device_allocator->submitted(
      {memory, nullptr, bytes, StreamOrder::instance().submit(stream), nullptr, true});
}

}  // namespace hip_cpu

using hip_cpu::report;

hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return hip_cpu::copy_async(to, from, bytes, kind, stream, __builtin_return_address(0));
}

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  return hip_cpu::wait_for_copy(
      hip_cpu::copy_async(to, from, bytes, kind, nullptr, __builtin_return_address(0)));
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
  const hip_cpu::CopiedRows rows{to,     from,     width,      __builtin_return_address(0),
                                 height, to_pitch, from_pitch, hip_cpu::is_to_host(kind)};
  hip_cpu::submit_copy(rows, stream, [=] {
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
  return hip_cpu::wait_for_copy(
      hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr));
}

hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t stream) {
  return hip_cpu::fill_async(to, value, bytes, stream, __builtin_return_address(0));
}

hipError_t hipMemset(void* to, int value, size_t bytes) {
  return hip_cpu::wait_for_fill(
      hip_cpu::fill_async(to, value, bytes, nullptr, __builtin_return_address(0)), to);
}
