// The devices, all of them the processor, described in HIP's terms.
#include <hip/hip_runtime_api.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <hip_cpu/config.h>
#include "hip_cpu/api/allocation_table.hpp"
#include "hip_cpu/simt/settings.hpp"
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/stream_queue.hpp"

namespace hip_cpu {
namespace {

constexpr int wall_clock_khz = 1000000;

struct Processor {
  std::string name = "CPU";
  int clock_khz = 0;
};

// The first processor in /proc/cpuinfo: "key : value" lines.
Processor read_processor() {
  Processor processor;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string value = line.substr(colon + 2);
    if (line.rfind("model name", 0) == 0) processor.name = value;
    if (line.rfind("cpu MHz", 0) == 0)
      processor.clock_khz = static_cast<int>(std::strtod(value.c_str(), nullptr) * 1000);
  }
  return processor;
}

const Processor& processor() {
  static const Processor processor = read_processor();
  return processor;
}

// Holds the device's number: nothing else tells the processor's devices apart.
hipUUID uuid_of(int number) {
  hipUUID uuid{};
  constexpr char begin[] = "hippuzzle cpu";
  std::copy_n(begin, sizeof begin - 1, uuid.bytes);
  uuid.bytes[sizeof begin] = static_cast<char>(number >> 8);
  uuid.bytes[sizeof begin + 1] = static_cast<char>(number);
  return uuid;
}

void copy(char (&to)[256], const std::string& text) {
  const std::size_t length = std::min(text.size(), sizeof to - 1);
  std::copy_n(text.begin(), length, to);
  to[length] = '\0';
}

hipDeviceArch_t features() {
  hipDeviceArch_t arch{};
  arch.hasGlobalInt32Atomics = arch.hasSharedInt32Atomics = 1;
  arch.hasGlobalInt64Atomics = arch.hasSharedInt64Atomics = 1;
  arch.hasGlobalFloatAtomicExch = arch.hasSharedFloatAtomicExch = arch.hasFloatAtomicAdd = 1;
  arch.hasDoubles = 1;
  arch.hasWarpVote = arch.hasWarpBallot = arch.hasWarpShuffle = arch.hasFunnelShift = 1;
  arch.hasThreadFenceSystem = arch.hasSyncThreadsExt = arch.has3dGrid = 1;
  return arch;
}

hipDeviceProp_t properties(int number) {
  hipDeviceProp_t device{};
  copy(device.name, processor().name);
  copy(device.gcnArchName, "cpu");
  device.uuid = uuid_of(number);
  device.totalGlobalMem = device_memory();
  device.pciDeviceID = number;
  device.sharedMemPerBlock = shared_bytes_per_block;
  device.sharedMemPerBlockOptin = shared_bytes_per_block;
  device.maxSharedMemoryPerMultiProcessor = shared_bytes_per_block;
  device.sharedMemPerMultiprocessor = shared_bytes_per_block;
  device.maxBlocksPerMultiProcessor = 1;
  device.warpSize = hip_cpu_warp_size();
  device.maxThreadsPerBlock = max_threads_per_block;
  device.maxThreadsPerMultiProcessor = max_threads_per_block;
  for (int i = 0; i < 3; ++i) {
    device.maxThreadsDim[i] = static_cast<int>(max_block[i]);
    device.maxGridSize[i] = static_cast<int>(max_grid[i]);
  }
  device.clockRate = processor().clock_khz;
  device.clockInstructionRate = wall_clock_khz;
  device.totalConstMem = std::numeric_limits<int>::max();
  device.multiProcessorCount = hip_cpu_multiprocessor_count();
  device.l2CacheSize = static_cast<int>(std::max(sysconf(_SC_LEVEL2_CACHE_SIZE), 0L));
  device.arch = features();
  device.canMapHostMemory = device.integrated = 1;
  device.managedMemory = device.concurrentManagedAccess = device.directManagedMemAccessFromHost = 1;
  device.cooperativeLaunch = 1;
  device.unifiedAddressing = device.hostNativeAtomicSupported = 1;
  device.deviceOverlap = device.asyncEngineCount = 1;
  device.hostRegisterSupported = device.canUseHostPointerForRegisteredMem = 1;
  device.pageableMemoryAccess = device.pageableMemoryAccessUsesHostPageTables = 1;
  // Sides of arrays.
  device.maxTexture1D = max_array_side;
  for (int& side : device.maxTexture2D) side = max_array_side;
  for (int& side : device.maxTexture3D) side = max_array_side;
  device.memPitch = std::numeric_limits<int>::max();
  return device;
}

// Attributes that are members of the properties.
constexpr std::pair<hipDeviceAttribute_t, int hipDeviceProp_t::*> members[] = {
    {hipDeviceAttributeEccEnabled, &hipDeviceProp_t::ECCEnabled},
    {hipDeviceAttributeAsyncEngineCount, &hipDeviceProp_t::asyncEngineCount},
    {hipDeviceAttributeCanUseHostPointerForRegisteredMem,
     &hipDeviceProp_t::canUseHostPointerForRegisteredMem},
    {hipDeviceAttributeComputePreemptionSupported, &hipDeviceProp_t::computePreemptionSupported},
    {hipDeviceAttributeCooperativeMultiDeviceLaunch,
     &hipDeviceProp_t::cooperativeMultiDeviceLaunch},
    {hipDeviceAttributeDeviceOverlap, &hipDeviceProp_t::deviceOverlap},
    {hipDeviceAttributeGlobalL1CacheSupported, &hipDeviceProp_t::globalL1CacheSupported},
    {hipDeviceAttributeHostNativeAtomicSupported, &hipDeviceProp_t::hostNativeAtomicSupported},
    {hipDeviceAttributeIsMultiGpuBoard, &hipDeviceProp_t::isMultiGpuBoard},
    {hipDeviceAttributeLocalL1CacheSupported, &hipDeviceProp_t::localL1CacheSupported},
    {hipDeviceAttributeMaxBlocksPerMultiProcessor, &hipDeviceProp_t::maxBlocksPerMultiProcessor},
    {hipDeviceAttributeMultiGpuBoardGroupID, &hipDeviceProp_t::multiGpuBoardGroupID},
    {hipDeviceAttributePageableMemoryAccessUsesHostPageTables,
     &hipDeviceProp_t::pageableMemoryAccessUsesHostPageTables},
    {hipDeviceAttributePciDomainID, &hipDeviceProp_t::pciDomainID},
    {hipDeviceAttributePersistingL2CacheMaxSize, &hipDeviceProp_t::persistingL2CacheMaxSize},
    {hipDeviceAttributeMaxRegistersPerMultiprocessor, &hipDeviceProp_t::regsPerMultiprocessor},
    {hipDeviceAttributeSingleToDoublePrecisionPerfRatio,
     &hipDeviceProp_t::singleToDoublePrecisionPerfRatio},
    {hipDeviceAttributeStreamPrioritiesSupported, &hipDeviceProp_t::streamPrioritiesSupported},
    {hipDeviceAttributeTccDriver, &hipDeviceProp_t::tccDriver},
    {hipDeviceAttributeUnifiedAddressing, &hipDeviceProp_t::unifiedAddressing},
    {hipDeviceAttributeMemoryPoolsSupported, &hipDeviceProp_t::memoryPoolsSupported},
    {hipDeviceAttributeHostRegisterSupported, &hipDeviceProp_t::hostRegisterSupported},
    {hipDeviceAttributeClockInstructionRate, &hipDeviceProp_t::clockInstructionRate},
    {hipDeviceAttributeIsLargeBar, &hipDeviceProp_t::isLargeBar},
    {hipDeviceAttributeAsicRevision, &hipDeviceProp_t::asicRevision},
    {hipDeviceAttributePhysicalMultiProcessorCount, &hipDeviceProp_t::multiProcessorCount},
    {hipDeviceAttributeWallClockRate, &hipDeviceProp_t::clockInstructionRate},
    {hipDeviceAttributeCanMapHostMemory, &hipDeviceProp_t::canMapHostMemory},
    {hipDeviceAttributeClockRate, &hipDeviceProp_t::clockRate},
    {hipDeviceAttributeComputeMode, &hipDeviceProp_t::computeMode},
    {hipDeviceAttributeConcurrentKernels, &hipDeviceProp_t::concurrentKernels},
    {hipDeviceAttributeConcurrentManagedAccess, &hipDeviceProp_t::concurrentManagedAccess},
    {hipDeviceAttributeCooperativeLaunch, &hipDeviceProp_t::cooperativeLaunch},
    {hipDeviceAttributeDirectManagedMemAccessFromHost,
     &hipDeviceProp_t::directManagedMemAccessFromHost},
    {hipDeviceAttributeIntegrated, &hipDeviceProp_t::integrated},
    {hipDeviceAttributeKernelExecTimeout, &hipDeviceProp_t::kernelExecTimeoutEnabled},
    {hipDeviceAttributeL2CacheSize, &hipDeviceProp_t::l2CacheSize},
    {hipDeviceAttributeComputeCapabilityMajor, &hipDeviceProp_t::major},
    {hipDeviceAttributeComputeCapabilityMinor, &hipDeviceProp_t::minor},
    {hipDeviceAttributeManagedMemory, &hipDeviceProp_t::managedMemory},
    {hipDeviceAttributeMaxThreadsPerBlock, &hipDeviceProp_t::maxThreadsPerBlock},
    {hipDeviceAttributeMaxThreadsPerMultiProcessor, &hipDeviceProp_t::maxThreadsPerMultiProcessor},
    {hipDeviceAttributeMemoryBusWidth, &hipDeviceProp_t::memoryBusWidth},
    {hipDeviceAttributeMemoryClockRate, &hipDeviceProp_t::memoryClockRate},
    {hipDeviceAttributeMultiprocessorCount, &hipDeviceProp_t::multiProcessorCount},
    {hipDeviceAttributePageableMemoryAccess, &hipDeviceProp_t::pageableMemoryAccess},
    {hipDeviceAttributePciBusId, &hipDeviceProp_t::pciBusID},
    {hipDeviceAttributePciDeviceId, &hipDeviceProp_t::pciDeviceID},
    {hipDeviceAttributeMaxTexture1DWidth, &hipDeviceProp_t::maxTexture1D},
    {hipDeviceAttributeMaxRegistersPerBlock, &hipDeviceProp_t::regsPerBlock},
    {hipDeviceAttributeWarpSize, &hipDeviceProp_t::warpSize}};

// Nothing for an attribute that HIP does not have.
std::optional<int> attribute_of(const hipDeviceProp_t& device, hipDeviceAttribute_t attribute) {
  const auto* const member =
      std::ranges::find(members, attribute, [](const auto& m) { return m.first; });
  if (member != std::end(members)) return device.*member->second;
  switch (attribute) {
    case hipDeviceAttributeMaxBlockDimX:
      return device.maxThreadsDim[0];
    case hipDeviceAttributeMaxBlockDimY:
      return device.maxThreadsDim[1];
    case hipDeviceAttributeMaxBlockDimZ:
      return device.maxThreadsDim[2];
    case hipDeviceAttributeMaxGridDimX:
      return device.maxGridSize[0];
    case hipDeviceAttributeMaxGridDimY:
      return device.maxGridSize[1];
    case hipDeviceAttributeMaxGridDimZ:
      return device.maxGridSize[2];
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
      return static_cast<int>(device.sharedMemPerBlock);
    case hipDeviceAttributeTotalConstantMemory:
      return static_cast<int>(device.totalConstMem);
    case hipDeviceAttributeMaxTexture2DWidth:
      return device.maxTexture2D[0];
    case hipDeviceAttributeMaxTexture2DHeight:
      return device.maxTexture2D[1];
    case hipDeviceAttributeMaxTexture3DWidth:
      return device.maxTexture3D[0];
    case hipDeviceAttributeMaxTexture3DHeight:
      return device.maxTexture3D[1];
    case hipDeviceAttributeMaxTexture3DDepth:
      return device.maxTexture3D[2];
    case hipDeviceAttributeImageSupport:
    case hipDeviceAttributeFineGrainSupport:
      return 1;
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
    case hipDeviceAttributeSharedMemPerMultiprocessor:
      return static_cast<int>(device.maxSharedMemoryPerMultiProcessor);
    case hipDeviceAttributeSharedMemPerBlockOptin:
      return static_cast<int>(device.sharedMemPerBlockOptin);
    case hipDeviceAttributeReservedSharedMemPerBlock:
      return static_cast<int>(device.reservedSharedMemPerBlock);
    case hipDeviceAttributeMaxPitch:
      return static_cast<int>(device.memPitch);
    case hipDeviceAttributeTextureAlignment:
      return static_cast<int>(device.textureAlignment);
    case hipDeviceAttributeTexturePitchAlignment:
      return static_cast<int>(device.texturePitchAlignment);
    default:
      return std::nullopt;
  }
}

hipError_t version(int* version) {
  if (!version) return report(hipErrorInvalidValue);
  *version = HIP_VERSION;
  return hipSuccess;
}

}  // namespace
}  // namespace hip_cpu

using hip_cpu::report;

hipError_t hipInit(unsigned flags) {
  return report(flags == 0 ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipDriverGetVersion(int* version) { return hip_cpu::version(version); }

hipError_t hipRuntimeGetVersion(int* version) { return hip_cpu::version(version); }

hipError_t hipGetDeviceCount(int* count) {
  if (!count) return report(hipErrorInvalidValue);
  *count = hip_cpu_device_count();
  return hipSuccess;
}

hipError_t hipSetDevice(int device) {
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  hip_cpu::choose_device(device);
  return hipSuccess;
}

hipError_t hipGetDevice(int* device) {
  if (!device) return report(hipErrorInvalidValue);
  *device = hip_cpu::current_device();
  return hipSuccess;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  if (!properties) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  *properties = hip_cpu::properties(device);
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
  if (!value) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  const auto found = hip_cpu::attribute_of(hip_cpu::properties(device), attribute);
  if (!found) return report(hipErrorInvalidValue);
  *value = *found;
  return hipSuccess;
}

hipError_t hipDeviceGetUuid(hipUUID* uuid, int device) {
  if (!uuid) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  *uuid = hip_cpu::uuid_of(device);
  return hipSuccess;
}

hipError_t hipDeviceSynchronize() {
  hip_cpu::wait_for_all();
  hip_cpu::StreamOrder::instance().host_waits_for_device(hip_cpu::current_device());
  return hipSuccess;
}

hipError_t hipFuncSetAttribute(const void* kernel, hipFuncAttribute attribute, int value) {
  if (!kernel) return report(hipErrorInvalidDeviceFunction);
  if (attribute == hipFuncAttributePreferredSharedMemoryCarveout) return hipSuccess;
  const bool possible = attribute == hipFuncAttributeMaxDynamicSharedMemorySize && value >= 0 &&
                        static_cast<std::size_t>(value) <= hip_cpu::shared_bytes_per_block;
  return report(possible ? hipSuccess : hipErrorInvalidValue);
}
