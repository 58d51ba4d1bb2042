// Several simulated devices: which one a thread has chosen, memory, streams and events of each, and
// access to peers, with HIP's codes.
#include <gtest/gtest.h>
#include <hip_cpu/config.h>

#include <thread>

#include "tests/hip_cpu/platform/settings.hpp"

namespace {

class Devices : public testing::Test {
 protected:
  Devices() { hip_cpu_set_device_count(3); }
  ~Devices() override {
    EXPECT_EQ(hipSetDevice(0), hipSuccess);
    hip_cpu_set_peer_access(1);
    hip_cpu_set_device_count(1);
  }
};

void* allocate_on(int device, size_t bytes) {
  void* pointer = nullptr;
  EXPECT_EQ(hipSetDevice(device), hipSuccess);
  EXPECT_EQ(hipMalloc(&pointer, bytes), hipSuccess);
  return pointer;
}

__global__ void store(int* to, int value) { *to = value; }

TEST_F(Devices, EachThreadChoosesItsOwn) {
  int count = 0, device = -1;
  ASSERT_EQ(hipGetDeviceCount(&count), hipSuccess);
  EXPECT_EQ(count, 3);
  ASSERT_EQ(hipSetDevice(2), hipSuccess);
  std::thread([] {
    int mine = -1;
    EXPECT_EQ(hipGetDevice(&mine), hipSuccess);
    EXPECT_EQ(mine, 0);
    EXPECT_EQ(hipSetDevice(1), hipSuccess);
  }).join();
  ASSERT_EQ(hipGetDevice(&device), hipSuccess);
  EXPECT_EQ(device, 2);
  EXPECT_EQ(hipSetDevice(3), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
}

TEST_F(Devices, MemoryIsTheCurrentDevices) {
  void* const pointer = allocate_on(2, 64);
  hipPointerAttribute_t attributes{};
  ASSERT_EQ(hipPointerGetAttributes(&attributes, pointer), hipSuccess);
  EXPECT_EQ(attributes.device, 2);
  EXPECT_EQ(attributes.memoryType, hipMemoryTypeDevice);
  EXPECT_EQ(hipFree(pointer), hipSuccess);
}

TEST_F(Devices, OneOutOfMemoryLeavesTheOthersTheirs) {
  size_t all = 0, total = 0;
  ASSERT_EQ(hipSetDevice(1), hipSuccess);
  ASSERT_EQ(hipMemGetInfo(&all, &total), hipSuccess);
  void* some = allocate_on(1, 1 << 20);
  void* pointer = nullptr;
  EXPECT_EQ(hipMalloc(&pointer, all), hipErrorOutOfMemory);
  EXPECT_EQ(hipGetLastError(), hipErrorOutOfMemory);
  size_t left = 0, there = 0;
  ASSERT_EQ(hipMemGetInfo(&left, &total), hipSuccess);
  ASSERT_EQ(hipSetDevice(2), hipSuccess);
  ASSERT_EQ(hipMemGetInfo(&there, &total), hipSuccess);
  EXPECT_EQ(left + (1 << 20), all);
  EXPECT_EQ(there, total);
  EXPECT_EQ(hipFree(some), hipSuccess);
}

TEST_F(Devices, AStreamTakesLaunchesOfItsDeviceOnly) {
  hipStream_t stream = nullptr;
  int* const value = static_cast<int*>(allocate_on(1, 4));
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  hipLaunchKernelGGL(store, dim3(1), dim3(1), 0, stream, value, 5);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
  ASSERT_EQ(hipSetDevice(0), hipSuccess);
  hipLaunchKernelGGL(store, dim3(1), dim3(1), 0, stream, value, 6);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
  int found = 0;
  EXPECT_EQ(hipMemcpy(&found, value, 4, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(found, 5);
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipFree(value), hipSuccess);
}

TEST_F(Devices, EventsAreRecordedOnTheirDeviceAndAwaitedOnAny) {
  hipStream_t here = nullptr, there = nullptr;
  hipEvent_t event = nullptr, other = nullptr;
  ASSERT_EQ(hipStreamCreate(&here), hipSuccess);
  ASSERT_EQ(hipEventCreate(&event), hipSuccess);
  ASSERT_EQ(hipSetDevice(1), hipSuccess);
  ASSERT_EQ(hipStreamCreate(&there), hipSuccess);
  ASSERT_EQ(hipEventCreate(&other), hipSuccess);
  EXPECT_EQ(hipEventRecord(event, there), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventRecord(event, here), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(there, event, 0), hipSuccess);
  EXPECT_EQ(hipEventRecord(other, there), hipSuccess);
  float milliseconds = 0;
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, event, other), hipErrorInvalidHandle);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamDestroy(here), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(there), hipSuccess);
  EXPECT_EQ(hipEventDestroy(event), hipSuccess);
  EXPECT_EQ(hipEventDestroy(other), hipSuccess);
}

TEST_F(Devices, CopiesGoBetweenDevices) {
  int* const first = static_cast<int*>(allocate_on(0, 4));
  int* const second = static_cast<int*>(allocate_on(1, 4));
  const int seven = 7;
  int found = 0;
  ASSERT_EQ(hipMemcpy(first, &seven, 4, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(hipMemcpyPeer(second, 1, first, 0, 4), hipSuccess);
  EXPECT_EQ(hipMemcpyPeer(second, 0, first, 0, 4), hipErrorInvalidValue);  // a wrong device
  EXPECT_EQ(hipMemcpyPeerAsync(second, 1, first, 3, 4), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipMemcpy(&found, second, 4, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(found, 7);
  EXPECT_EQ(hipFree(first), hipSuccess);
  EXPECT_EQ(hipFree(second), hipSuccess);
}

TEST_F(Devices, AccessToPeersIsEnabledOnce) {
  int can = -1;
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 0, 1), hipSuccess);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 1, 1), hipSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 0, 3), hipErrorInvalidDevice);
  ASSERT_EQ(hipSetDevice(0), hipSuccess);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipDeviceEnablePeerAccess(0, 0), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 0), hipSuccess);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 0), hipErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(hipDeviceDisablePeerAccess(1), hipSuccess);
  EXPECT_EQ(hipDeviceDisablePeerAccess(1), hipErrorPeerAccessNotEnabled);
  EXPECT_EQ(hipDeviceDisablePeerAccess(7), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
}

TEST_F(Devices, AMachineWithoutWaysBetweenThem) {
  hip_cpu_set_peer_access(0);
  int can = -1;
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 0, 1), hipSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 0), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
}

TEST_F(Devices, AResetIsOfOneDevice) {
  void* const kept = allocate_on(0, 64);
  void* const gone = allocate_on(1, 64);
  EXPECT_EQ(hipDeviceReset(), hipSuccess);
  hipPointerAttribute_t attributes{};
  EXPECT_EQ(hipPointerGetAttributes(&attributes, kept), hipSuccess);
  EXPECT_EQ(hipPointerGetAttributes(&attributes, gone), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(kept), hipSuccess);
}

TEST_F(Devices, EachIsKnownByItsNumberOnTheBus) {
  char id[32];
  for (int device = 0; device < 3; ++device) {
    int found = -1;
    ASSERT_EQ(hipDeviceGetPCIBusId(id, sizeof id, device), hipSuccess);
    EXPECT_EQ(hipDeviceGetByPCIBusId(&found, id), hipSuccess);
    EXPECT_EQ(found, device);
  }
}

}  // namespace
