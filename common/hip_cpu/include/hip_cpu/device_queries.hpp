// HIP's host functions for the device, beyond asking for its properties: flags, limits, caches,
// peers and the remaining functions of contexts. Settings of caches and shared memory are kept and
// change nothing: a processor's caches set themselves.
#pragma once

#include <hip_cpu/c_language.hpp>
#include <hip_cpu/device_properties.hpp>
#include <hip_cpu/error_codes.hpp>

#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7
#define hipDeviceMapHost 0x8
#define hipDeviceLmemResizeToMax 0x10

typedef enum hipFuncCache_t {
  hipFuncCachePreferNone,
  hipFuncCachePreferShared,
  hipFuncCachePreferL1,
  hipFuncCachePreferEqual,
} hipFuncCache_t;

typedef enum hipSharedMemConfig {
  hipSharedMemBankSizeDefault,
  hipSharedMemBankSizeFourByte,
  hipSharedMemBankSizeEightByte,
} hipSharedMemConfig;

typedef enum hipLimit_t {
  hipLimitStackSize = 0x00,
  hipLimitPrintfFifoSize = 0x01,
  hipLimitMallocHeapSize = 0x02,
  hipLimitRange,
} hipLimit_t;

typedef enum hipComputeMode {
  hipComputeModeDefault = 0,
  hipComputeModeExclusive = 1,
  hipComputeModeProhibited = 2,
  hipComputeModeExclusiveProcess = 3,
} hipComputeMode;

typedef enum hipDeviceP2PAttr {
  hipDevP2PAttrPerformanceRank = 0,
  hipDevP2PAttrAccessSupported,
  hipDevP2PAttrNativeAtomicSupported,
  hipDevP2PAttrHipArrayAccessSupported,
} hipDeviceP2PAttr;

typedef struct hipFuncAttributes {
  int binaryVersion;
  int cacheModeCA;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxDynamicSharedSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int preferredShmemCarveout;
  int ptxVersion;
  size_t sharedSizeBytes;
} hipFuncAttributes;

HIP_CPU_BEGIN_C

// Frees the current device's memory and managed memory, takes its access to peers away, and forgets
// settings and the last error. Pinned memory stays: the host may still read it.
hipError_t hipDeviceReset(void);
hipError_t hipSetDeviceFlags(unsigned flags);
hipError_t hipGetDeviceFlags(unsigned* flags);

hipError_t hipDeviceGet(int* device, int ordinal);
hipError_t hipDeviceGetName(char* name, int bytes, int device);
hipError_t hipDeviceGetUuid(hipUUID* uuid, int device);
hipError_t hipDeviceTotalMem(size_t* bytes, int device);
hipError_t hipDeviceComputeCapability(int* major, int* minor, int device);
hipError_t hipDeviceGetPCIBusId(char* id, int bytes, int device);
hipError_t hipDeviceGetByPCIBusId(int* device, const char* id);
hipError_t hipChooseDevice(int* device, const hipDeviceProp_t* properties);

// Peers are the other simulated devices (HIPPUZZLE_CPU_DEVICES).
hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer);
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags);
hipError_t hipDeviceDisablePeerAccess(int peer);
hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr attribute, int from, int to);

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config);
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* config);
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config);
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* config);

// A value is kept until the next one. A thread's stack and the heap keep their sizes.
hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value);
hipError_t hipDeviceGetLimit(size_t* value, hipLimit_t limit);

hipError_t hipFuncSetCacheConfig(const void* kernel, hipFuncCache_t config);
hipError_t hipFuncSetSharedMemConfig(const void* kernel, hipSharedMemConfig config);

// Registers and local memory are 0: the processor's compiler does not say.
hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* kernel);

// The number of blocks that an OS thread runs at a time: one, or none where the block is too large.
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                        int block_size,
                                                        size_t dynamic_shared_bytes);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                 int block_size,
                                                                 size_t dynamic_shared_bytes,
                                                                 unsigned flags);
// The largest block, up to `block_size_limit` unless that is 0, and a grid that occupies all OS
// threads.
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, const void* kernel,
                                             size_t dynamic_shared_bytes, int block_size_limit);

hipError_t hipProfilerStart(void);
hipError_t hipProfilerStop(void);

HIP_CPU_END_C

#define hipOccupancyDefault 0x00

#ifdef __cplusplus
// Kernels by their type.
template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipFuncSetCacheConfig(void (*kernel)(Parameters...),
                                                  hipFuncCache_t config) {
  return hipFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes,
                                                 void (*kernel)(Parameters...)) {
  return hipFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, void (*kernel)(Parameters...), int block_size, size_t dynamic_shared_bytes) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel),
                                                      block_size, dynamic_shared_bytes);
}

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void (*kernel)(Parameters...), int block_size, size_t dynamic_shared_bytes,
    unsigned flags = hipOccupancyDefault) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(kernel), block_size, dynamic_shared_bytes, flags);
}

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size,
                                                              void (*kernel)(Parameters...),
                                                              size_t dynamic_shared_bytes = 0,
                                                              int block_size_limit = 0) {
  return hipOccupancyMaxPotentialBlockSize(grid_size, block_size,
                                           reinterpret_cast<const void*>(kernel),
                                           dynamic_shared_bytes, block_size_limit);
}
#endif
