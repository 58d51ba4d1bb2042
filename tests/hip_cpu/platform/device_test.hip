// The one device and its properties; error names and sentences.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

TEST(Device, ThereIsOne) {
  int count = 0, device = 5;
  ASSERT_EQ(hipGetDeviceCount(&count), hipSuccess);
  EXPECT_EQ(count, 1);
  ASSERT_EQ(hipSetDevice(0), hipSuccess);
  ASSERT_EQ(hipGetDevice(&device), hipSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(hipSetDevice(1), hipErrorInvalidDevice);
  EXPECT_EQ(hipSetDevice(-1), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

TEST(Device, PropertiesAreTheLimitsOfALaunch) {
  const OsThreads threads(3);
  hipDeviceProp_t device;
  ASSERT_EQ(hipGetDeviceProperties(&device, 0), hipSuccess);
  EXPECT_GT(std::strlen(device.name), 0u);
  EXPECT_STREQ(device.gcnArchName, "cpu");
  EXPECT_EQ(device.maxThreadsPerBlock, 1024);
  EXPECT_EQ(device.maxThreadsDim[2], 64);
  EXPECT_EQ(device.maxGridSize[0], 2147483647);
  EXPECT_EQ(device.maxGridSize[1], 65535);
  EXPECT_EQ(device.sharedMemPerBlock, 65536u);
  EXPECT_EQ(device.multiProcessorCount, 3);
  EXPECT_EQ(device.warpSize, hip_cpu_warp_size());
  EXPECT_GT(device.totalGlobalMem, std::size_t{1} << 26);
  EXPECT_EQ(hipGetDeviceProperties(&device, 1), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetDeviceProperties(nullptr, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

int attribute(hipDeviceAttribute_t which) {
  int value = -1;
  EXPECT_EQ(hipDeviceGetAttribute(&value, which, 0), hipSuccess);
  return value;
}

TEST(Device, AttributesAgreeWithProperties) {
  hipDeviceProp_t device;
  ASSERT_EQ(hipGetDeviceProperties(&device, 0), hipSuccess);
  EXPECT_EQ(attribute(hipDeviceAttributeWarpSize), device.warpSize);
  EXPECT_EQ(attribute(hipDeviceAttributeMaxThreadsPerBlock), device.maxThreadsPerBlock);
  EXPECT_EQ(attribute(hipDeviceAttributeMaxBlockDimZ), device.maxThreadsDim[2]);
  EXPECT_EQ(attribute(hipDeviceAttributeMaxGridDimY), device.maxGridSize[1]);
  EXPECT_EQ(attribute(hipDeviceAttributeMaxSharedMemoryPerBlock), 65536);
  EXPECT_EQ(attribute(hipDeviceAttributeMultiprocessorCount), device.multiProcessorCount);
  int value = 0;
  EXPECT_EQ(hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(12345), 0),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

__global__ void nothing() {}

TEST(Device, AKernelMayHaveAllSharedMemoryButNoMore) {
  const auto* kernel = reinterpret_cast<const void*>(nothing);
  const auto which = hipFuncAttributeMaxDynamicSharedMemorySize;
  EXPECT_EQ(hipFuncSetAttribute(kernel, which, 65536), hipSuccess);
  EXPECT_EQ(hipFuncSetAttribute(kernel, which, 65537), hipErrorInvalidValue);
  EXPECT_EQ(hipFuncSetAttribute(nullptr, which, 0), hipErrorInvalidDeviceFunction);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDeviceFunction);
}

TEST(Device, DriverAndRuntimeHaveTheHeadersVersion) {
  int driver = 0, runtime = 0;
  ASSERT_EQ(hipDriverGetVersion(&driver), hipSuccess);
  ASSERT_EQ(hipRuntimeGetVersion(&runtime), hipSuccess);
  EXPECT_EQ(driver, HIP_VERSION);
  EXPECT_EQ(runtime, HIP_VERSION);
}

TEST(Error, CodesAreHips) {
  EXPECT_EQ(static_cast<int>(hipErrorInvalidValue), 1);
  EXPECT_EQ(static_cast<int>(hipErrorOutOfMemory), 2);
  EXPECT_EQ(static_cast<int>(hipErrorInvalidConfiguration), 9);
  EXPECT_EQ(static_cast<int>(hipErrorInvalidDevicePointer), 17);
  EXPECT_EQ(static_cast<int>(hipErrorInvalidDevice), 101);
  EXPECT_EQ(static_cast<int>(hipErrorInvalidHandle), 400);
  EXPECT_EQ(static_cast<int>(hipErrorNotReady), 600);
  EXPECT_EQ(static_cast<int>(hipErrorLaunchFailure), 719);
}

TEST(Error, EveryCodeHasItsNameAndASentence) {
  EXPECT_STREQ(hipGetErrorName(hipSuccess), "hipSuccess");
  EXPECT_STREQ(hipGetErrorName(hipErrorMemoryAllocation), "hipErrorOutOfMemory");
  EXPECT_STREQ(hipGetErrorName(hipErrorInvalidConfiguration), "hipErrorInvalidConfiguration");
  EXPECT_STREQ(hipGetErrorString(hipErrorInvalidConfiguration), "invalid configuration argument");
  EXPECT_STREQ(hipGetErrorString(static_cast<hipError_t>(77)), "unrecognized error code");
}

TEST(Error, IsKeptForTheThreadThatMadeIt) {
  EXPECT_EQ(hipSetDevice(7), hipErrorInvalidDevice);
  EXPECT_EQ(hipSetDevice(0), hipSuccess);
  hipError_t elsewhere = hipErrorUnknown;
  std::thread([&] { elsewhere = hipGetLastError(); }).join();
  EXPECT_EQ(elsewhere, hipSuccess);
  EXPECT_EQ(hipPeekAtLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipPeekAtLastError(), hipSuccess);
}

}  // namespace
