// Settings and queries of the device by HIP's many names.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/hip_cpu/platform/settings.hpp"

namespace {

__global__ void with_tile(float* out) {
  __shared__ float tile[1000];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[0];
}

TEST(DeviceSettings, NameAndMemoryAreTheProperties) {
  hipDeviceProp_t properties;
  ASSERT_EQ(hipGetDeviceProperties(&properties, 0), hipSuccess);
  char name[256];
  ASSERT_EQ(hipDeviceGetName(name, sizeof name, 0), hipSuccess);
  EXPECT_STREQ(name, properties.name);
  char start[3] = "zz";
  ASSERT_EQ(hipDeviceGetName(start, sizeof start, 0), hipSuccess);
  EXPECT_EQ(std::string(start), std::string(properties.name).substr(0, 2));
  size_t bytes = 0;
  ASSERT_EQ(hipDeviceTotalMem(&bytes, 0), hipSuccess);
  EXPECT_EQ(bytes, properties.totalGlobalMem);
  int major = -1, minor = -1, device = -1;
  ASSERT_EQ(hipDeviceComputeCapability(&major, &minor, 0), hipSuccess);
  EXPECT_EQ(major, properties.major);
  EXPECT_EQ(minor, properties.minor);
  ASSERT_EQ(hipDeviceGet(&device, 0), hipSuccess);
  EXPECT_EQ(device, 0);
  device = -1;
  ASSERT_EQ(hipChooseDevice(&device, &properties), hipSuccess);
  EXPECT_EQ(device, 0);
}

TEST(DeviceSettings, RefuseOtherDevicesAndNullPointers) {
  char name[8];
  size_t bytes;
  int device;
  EXPECT_EQ(hipDeviceGetName(name, sizeof name, 1), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceGetName(nullptr, 8, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipDeviceGetName(name, 0, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipDeviceTotalMem(&bytes, 1), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceTotalMem(nullptr, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipDeviceGet(&device, 1), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceComputeCapability(nullptr, &device, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipChooseDevice(&device, nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

TEST(DeviceSettings, PciBusIdLeadsBackToTheDevice) {
  char id[32];
  ASSERT_EQ(hipDeviceGetPCIBusId(id, sizeof id, 0), hipSuccess);
  int device = -1;
  ASSERT_EQ(hipDeviceGetByPCIBusId(&device, id), hipSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(hipDeviceGetByPCIBusId(&device, "ffff:ff:ff.f"), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceGetPCIBusId(id, 4, 0), hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST(DeviceSettings, FlagsCachesAndLimitsAreKeptUntilReset) {
  ASSERT_EQ(hipSetDeviceFlags(hipDeviceScheduleYield | hipDeviceMapHost), hipSuccess);
  unsigned flags = 0;
  ASSERT_EQ(hipGetDeviceFlags(&flags), hipSuccess);
  EXPECT_EQ(flags, unsigned{hipDeviceScheduleYield | hipDeviceMapHost});
  EXPECT_EQ(hipSetDeviceFlags(hipDeviceScheduleYield | hipDeviceScheduleSpin),
            hipErrorInvalidValue);

  ASSERT_EQ(hipDeviceSetCacheConfig(hipFuncCachePreferL1), hipSuccess);
  hipFuncCache_t cache{};
  ASSERT_EQ(hipDeviceGetCacheConfig(&cache), hipSuccess);
  EXPECT_EQ(cache, hipFuncCachePreferL1);
  ASSERT_EQ(hipDeviceSetSharedMemConfig(hipSharedMemBankSizeEightByte), hipSuccess);
  hipSharedMemConfig banks{};
  ASSERT_EQ(hipDeviceGetSharedMemConfig(&banks), hipSuccess);
  EXPECT_EQ(banks, hipSharedMemBankSizeEightByte);

  ASSERT_EQ(hipDeviceSetLimit(hipLimitMallocHeapSize, 12345), hipSuccess);
  size_t limit = 0;
  ASSERT_EQ(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize), hipSuccess);
  EXPECT_EQ(limit, 12345u);
  EXPECT_EQ(hipDeviceGetLimit(&limit, hipLimitRange), hipErrorUnsupportedLimit);
  EXPECT_EQ(hipDeviceGetLimit(nullptr, hipLimitStackSize), hipErrorInvalidValue);

  ASSERT_EQ(hipDeviceReset(), hipSuccess);
  ASSERT_EQ(hipGetDeviceFlags(&flags), hipSuccess);
  EXPECT_EQ(flags, unsigned{hipDeviceScheduleAuto});
  ASSERT_EQ(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize), hipSuccess);
  EXPECT_NE(limit, 12345u);
}

TEST(DeviceSettings, ResetFreesDeviceMemoryAndForgetsTheError) {
  void *device = nullptr, *host = nullptr;
  ASSERT_EQ(hipMalloc(&device, 100), hipSuccess);
  ASSERT_EQ(hipHostMalloc(&host, 100), hipSuccess);
  EXPECT_EQ(hipSetDevice(7), hipErrorInvalidDevice);
  ASSERT_EQ(hipDeviceReset(), hipSuccess);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
  EXPECT_EQ(hipFree(device), hipErrorInvalidDevicePointer);
  EXPECT_EQ(hipHostFree(host), hipSuccess);
  (void)hipGetLastError();
}

TEST(DeviceSettings, ADeviceHasNoPeers) {
  int can = -1;
  ASSERT_EQ(hipDeviceCanAccessPeer(&can, 0, 0), hipSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 0, 1), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 0), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceEnablePeerAccess(0, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipDeviceDisablePeerAccess(0), hipErrorPeerAccessNotEnabled);
  EXPECT_EQ(hipDeviceGetP2PAttribute(&can, hipDevP2PAttrAccessSupported, 0, 1),
            hipErrorInvalidDevice);
  (void)hipGetLastError();
}

TEST(DeviceSettings, KernelsTellTheirSharedMemory) {
  hipFuncAttributes attributes;
  ASSERT_EQ(hipFuncGetAttributes(&attributes, with_tile), hipSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, 4000u);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 65536 - 4000);
  EXPECT_EQ(hipFuncGetAttributes(nullptr, with_tile), hipErrorInvalidValue);
  EXPECT_EQ(hipFuncGetAttributes(&attributes, static_cast<const void*>(nullptr)),
            hipErrorInvalidDeviceFunction);
  EXPECT_EQ(hipFuncSetCacheConfig(with_tile, hipFuncCachePreferShared), hipSuccess);
  EXPECT_EQ(hipFuncSetCacheConfig(nullptr, hipFuncCachePreferShared),
            hipErrorInvalidDeviceFunction);
  (void)hipGetLastError();
}

TEST(DeviceSettings, AnOsThreadIsOccupiedByOneBlockThatFits) {
  int blocks = -1;
  ASSERT_EQ(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_tile, 256, 0), hipSuccess);
  EXPECT_EQ(blocks, 1);
  ASSERT_EQ(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_tile, 256, 65536),
            hipSuccess);
  EXPECT_EQ(blocks, 0);
  ASSERT_EQ(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_tile, 1025, 0), hipSuccess);
  EXPECT_EQ(blocks, 0);
  EXPECT_EQ(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_tile, 0, 0),
            hipErrorInvalidValue);
  int grid = 0, block = 0, processors = 0;
  ASSERT_EQ(hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, 0),
            hipSuccess);
  ASSERT_EQ(hipOccupancyMaxPotentialBlockSize(&grid, &block, with_tile), hipSuccess);
  EXPECT_EQ(grid, processors);
  EXPECT_EQ(block, 1024);
  ASSERT_EQ(hipOccupancyMaxPotentialBlockSize(&grid, &block, with_tile, 0, 192), hipSuccess);
  EXPECT_EQ(block, 192);
  (void)hipGetLastError();
}

}  // namespace
