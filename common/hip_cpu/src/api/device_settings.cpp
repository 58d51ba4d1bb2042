// Settings of a device, and queries by other names: see <hip_cpu/device_queries.hpp>.
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>

#include <hip_cpu/config.h>
#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/simt/kernels/static_shared.hpp"
#include "hip_cpu/simt/last_error.hpp"
#include "hip_cpu/simt/settings.hpp"
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/stream_queue.hpp"

namespace hip_cpu {
namespace {

// A number on the bus for each device.
std::string pci_bus_id(int device) {
  constexpr char digits[] = "0123456789abcdef";
  return std::string("0000:00:0") + digits[device] + ".0";
}

struct DeviceSettings {
  std::atomic<unsigned> flags{hipDeviceScheduleAuto};
  std::atomic<hipFuncCache_t> cache{hipFuncCachePreferNone};
  std::atomic<hipSharedMemConfig> banks{hipSharedMemBankSizeDefault};
  std::array<std::atomic<size_t>, hipLimitRange> limits{};

  DeviceSettings() { reset(); }
  void reset() {
    flags = hipDeviceScheduleAuto;
    cache = hipFuncCachePreferNone;
    banks = hipSharedMemBankSizeDefault;
    limits[hipLimitStackSize] = 1024;
    limits[hipLimitPrintfFifoSize] = size_t{1} << 20;
    limits[hipLimitMallocHeapSize] = size_t{8} << 20;
  }
};

DeviceSettings& device_settings() {
  static DeviceSettings settings;
  return settings;
}

bool is_cache_choice(hipFuncCache_t config) {
  return config >= hipFuncCachePreferNone && config <= hipFuncCachePreferEqual;
}
bool is_bank_choice(hipSharedMemConfig config) {
  return config >= hipSharedMemBankSizeDefault && config <= hipSharedMemBankSizeEightByte;
}

// The error of a function that gives out one value of the device.
hipError_t device_error(const void* to, int device) {
  if (!to) return hipErrorInvalidValue;
  return is_device(device) ? hipSuccess : hipErrorInvalidDevice;
}

}  // namespace
}  // namespace hip_cpu

using hip_cpu::device_error;
using hip_cpu::device_settings;
using hip_cpu::report;

hipError_t hipDeviceReset() {
  hip_cpu::wait_for_all();
  const int device = hip_cpu::current_device();
  hip_cpu::AllocationTable::instance().free_all_but_host(device);
  hip_cpu::disable_all_peer_access(device);
  device_settings().reset();
  static_cast<void>(hip_cpu::take_last_error());
  return hipSuccess;
}

hipError_t hipSetDeviceFlags(unsigned flags) {
  const unsigned schedule = flags & hipDeviceScheduleMask;
  const unsigned known = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
  const bool one_schedule = (schedule & (schedule - 1)) == 0;
  if ((flags & ~known) != 0 || !one_schedule) return report(hipErrorInvalidValue);
  device_settings().flags = flags;
  return hipSuccess;
}

hipError_t hipGetDeviceFlags(unsigned* flags) {
  if (!flags) return report(hipErrorInvalidValue);
  *flags = device_settings().flags;
  return hipSuccess;
}

hipError_t hipDeviceGet(int* device, int ordinal) {
  if (const hipError_t error = device_error(device, ordinal); error != hipSuccess)
    return report(error);
  *device = ordinal;
  return hipSuccess;
}

hipError_t hipDeviceGetName(char* name, int bytes, int device) {
  hipDeviceProp_t properties;
  if (!name || bytes <= 0) return report(hipErrorInvalidValue);
  if (const hipError_t error = hipGetDeviceProperties(&properties, device); error != hipSuccess)
    return error;
  const size_t length = std::min(strlen(properties.name), static_cast<size_t>(bytes) - 1);
  std::memcpy(name, properties.name, length);
  name[length] = '\0';
  return hipSuccess;
}

hipError_t hipDeviceTotalMem(size_t* bytes, int device) {
  if (const hipError_t error = device_error(bytes, device); error != hipSuccess)
    return report(error);
  *bytes = hip_cpu::device_memory();
  return hipSuccess;
}

hipError_t hipDeviceComputeCapability(int* major, int* minor, int device) {
  hipDeviceProp_t properties;
  if (!major || !minor) return report(hipErrorInvalidValue);
  if (const hipError_t error = hipGetDeviceProperties(&properties, device); error != hipSuccess)
    return error;
  *major = properties.major;
  *minor = properties.minor;
  return hipSuccess;
}

hipError_t hipDeviceGetPCIBusId(char* id, int bytes, int device) {
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  const std::string text = hip_cpu::pci_bus_id(device);
  if (!id || bytes < 0 || static_cast<size_t>(bytes) < text.size() + 1)
    return report(hipErrorInvalidValue);
  std::memcpy(id, text.c_str(), text.size() + 1);
  return hipSuccess;
}

hipError_t hipDeviceGetByPCIBusId(int* device, const char* id) {
  if (!device || !id) return report(hipErrorInvalidValue);
  for (int candidate = 0; hip_cpu::is_device(candidate); ++candidate)
    if (hip_cpu::pci_bus_id(candidate) == id) {
      *device = candidate;
      return hipSuccess;
    }
  return report(hipErrorInvalidDevice);
}

hipError_t hipChooseDevice(int* device, const hipDeviceProp_t* properties) {
  if (!device || !properties) return report(hipErrorInvalidValue);
  *device = 0;
  return hipSuccess;
}

hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!can) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device) || !hip_cpu::is_device(peer))
    return report(hipErrorInvalidDevice);
  *can = hip_cpu::can_access_peer(device, peer) ? 1 : 0;  // a device is not its own peer
  return hipSuccess;
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags != 0) return report(hipErrorInvalidValue);
  return report(hip_cpu::enable_peer_access(hip_cpu::current_device(), peer));
}

hipError_t hipDeviceDisablePeerAccess(int peer) {
  return report(hip_cpu::disable_peer_access(hip_cpu::current_device(), peer));
}

hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr attribute, int from, int to) {
  const bool known = attribute >= hipDevP2PAttrPerformanceRank &&
                     attribute <= hipDevP2PAttrHipArrayAccessSupported;
  if (!value || !known) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(from) || !hip_cpu::is_device(to) || from == to)
    return report(hipErrorInvalidDevice);  // it takes two
  const bool is_rank = attribute == hipDevP2PAttrPerformanceRank;
  *value = !is_rank && hip_cpu::can_access_peer(from, to) ? 1 : 0;
  return hipSuccess;
}

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config) {
  if (!hip_cpu::is_cache_choice(config)) return report(hipErrorInvalidValue);
  device_settings().cache = config;
  return hipSuccess;
}

hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* config) {
  if (!config) return report(hipErrorInvalidValue);
  *config = device_settings().cache;
  return hipSuccess;
}

hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config) {
  if (!hip_cpu::is_bank_choice(config)) return report(hipErrorInvalidValue);
  device_settings().banks = config;
  return hipSuccess;
}

hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* config) {
  if (!config) return report(hipErrorInvalidValue);
  *config = device_settings().banks;
  return hipSuccess;
}

hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value) {
  if (limit < 0 || limit >= hipLimitRange) return report(hipErrorUnsupportedLimit);
  device_settings().limits[limit] = value;
  return hipSuccess;
}

hipError_t hipDeviceGetLimit(size_t* value, hipLimit_t limit) {
  if (!value) return report(hipErrorInvalidValue);
  if (limit < 0 || limit >= hipLimitRange) return report(hipErrorUnsupportedLimit);
  *value = device_settings().limits[limit];
  return hipSuccess;
}

hipError_t hipFuncSetCacheConfig(const void* kernel, hipFuncCache_t config) {
  if (!kernel) return report(hipErrorInvalidDeviceFunction);
  return report(hip_cpu::is_cache_choice(config) ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipFuncSetSharedMemConfig(const void* kernel, hipSharedMemConfig config) {
  if (!kernel) return report(hipErrorInvalidDeviceFunction);
  return report(hip_cpu::is_bank_choice(config) ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* kernel) {
  if (!attributes) return report(hipErrorInvalidValue);
  if (!kernel) return report(hipErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->maxThreadsPerBlock = static_cast<int>(hip_cpu::max_threads_per_block);
  attributes->sharedSizeBytes = hip_cpu::static_shared_bytes(kernel);
  attributes->maxDynamicSharedSizeBytes =
      static_cast<int>(hip_cpu::shared_bytes_per_block - attributes->sharedSizeBytes);
  return hipSuccess;
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                 int block_size,
                                                                 size_t dynamic_shared_bytes,
                                                                 unsigned flags) {
  if (!blocks || block_size <= 0 || flags != hipOccupancyDefault)
    return report(hipErrorInvalidValue);
  if (!kernel) return report(hipErrorInvalidDeviceFunction);
  const size_t fixed = hip_cpu::static_shared_bytes(kernel);
  const bool fits = static_cast<unsigned>(block_size) <= hip_cpu::max_threads_per_block &&
                    fixed <= hip_cpu::shared_bytes_per_block &&
                    dynamic_shared_bytes <= hip_cpu::shared_bytes_per_block - fixed;
  *blocks = fits ? 1 : 0;
  return hipSuccess;
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                        int block_size,
                                                        size_t dynamic_shared_bytes) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, kernel, block_size, dynamic_shared_bytes, hipOccupancyDefault);
}

hipError_t hipOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, const void* kernel,
                                             size_t dynamic_shared_bytes, int block_size_limit) {
  if (!grid_size || !block_size || block_size_limit < 0) return report(hipErrorInvalidValue);
  int blocks = 0;
  const hipError_t error =
      hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1, dynamic_shared_bytes);
  if (error != hipSuccess) return error;
  const auto most = static_cast<int>(hip_cpu::max_threads_per_block);
  *grid_size = blocks * hip_cpu_multiprocessor_count();
  *block_size = blocks == 0 ? 0 : block_size_limit == 0 ? most : std::min(block_size_limit, most);
  return hipSuccess;
}

hipError_t hipProfilerStart() { return hipSuccess; }
hipError_t hipProfilerStop() { return hipSuccess; }
