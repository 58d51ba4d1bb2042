// Managed memory: advice and prefetching. Both are validated and change nothing, because host and
// devices reach such memory where it is.
#include <optional>

#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/api/copies.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

using hip_cpu::AllocationTable;
using hip_cpu::MemoryKind;
using hip_cpu::report;

namespace hip_cpu {
namespace {

// Requires managed memory that begins there and has that many bytes.
hipError_t check_managed(const void* pointer, size_t bytes) {
  const auto allocation = AllocationTable::instance().find(pointer);
  if (bytes == 0 || !allocation || allocation->kind != MemoryKind::managed)
    return hipErrorInvalidValue;
  return check_range(pointer, bytes);
}

bool is_place(int device) { return is_device(device) || device == hipCpuDeviceId; }

// The device of a location, the host's nodes being one.
std::optional<int> device_at(hipMemLocation location) {
  if (location.type == hipMemLocationTypeDevice) return location.id;
  if (location.type < hipMemLocationTypeHost || location.type > hipMemLocationTypeHostNumaCurrent)
    return std::nullopt;
  return hipCpuDeviceId;
}

}  // namespace
}  // namespace hip_cpu

hipError_t hipMemPrefetchAsync(const void* pointer, size_t bytes, int device, hipStream_t stream) {
  if (!hip_cpu::is_place(device)) return report(hipErrorInvalidDevice);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  return report(hip_cpu::check_managed(pointer, bytes));
}

hipError_t hipMemAdvise(const void* pointer, size_t bytes, hipMemoryAdvise, int device) {
  if (!hip_cpu::is_place(device)) return report(hipErrorInvalidDevice);
  return report(hip_cpu::check_managed(pointer, bytes));
}

hipError_t hipMemPrefetchAsync_v2(const void* pointer, size_t bytes, hipMemLocation location,
                                  unsigned flags, hipStream_t stream) {
  const auto device = hip_cpu::device_at(location);
  if (!device || flags != 0) return report(hipErrorInvalidValue);
  return hipMemPrefetchAsync(pointer, bytes, *device, stream);
}

hipError_t hipMemAdvise_v2(const void* pointer, size_t bytes, hipMemoryAdvise advice,
                           hipMemLocation location) {
  const auto device = hip_cpu::device_at(location);
  if (!device) return report(hipErrorInvalidValue);
  return hipMemAdvise(pointer, bytes, advice, *device);
}

hipError_t hipStreamAttachMemAsync(hipStream_t stream, void* pointer, size_t bytes,
                                   unsigned flags) {
  const bool known =
      flags == hipMemAttachGlobal || flags == hipMemAttachHost || flags == hipMemAttachSingle;
  if (!known) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  return report(hip_cpu::check_managed(pointer, bytes == 0 ? 1 : bytes));
}
