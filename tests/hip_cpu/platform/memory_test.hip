// Allocations, copies and fills, and the mistakes that they refuse.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include "tests/support/device_array.hpp"

namespace {

// The code that a call returned, which must also be the last error, once.
hipError_t remembered(hipError_t error) {
  EXPECT_EQ(hipGetLastError(), error);
  return error;
}

template <typename T>
T* allocate(std::size_t count) {
  T* pointer = nullptr;
  EXPECT_EQ(hipMalloc(&pointer, count * sizeof(T)), hipSuccess);
  return pointer;
}

class Memory : public testing::Test {
 protected:
  ~Memory() override { EXPECT_EQ(hipFree(device), hipSuccess); }
  static constexpr std::size_t bytes = 1000;
  char* device = allocate<char>(bytes);
  std::vector<char> host = std::vector<char>(bytes);
};

TEST_F(Memory, AllocationsAreAlignedAndApart) {
  char* other = allocate<char>(1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device) % 256, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(other) % 256, 0u);
  EXPECT_TRUE(other >= device + bytes || other < device);
  EXPECT_EQ(hipFree(other), hipSuccess);
}

TEST_F(Memory, CopiesRoundTripInEveryDirection) {
  std::iota(host.begin(), host.end(), 0);
  std::vector<char> back(bytes);
  char* copy = allocate<char>(bytes);
  EXPECT_EQ(hipMemcpy(device, host.data(), bytes, hipMemcpyHostToDevice), hipSuccess);
  EXPECT_EQ(hipMemcpyAsync(copy, device, bytes, hipMemcpyDeviceToDevice, nullptr), hipSuccess);
  EXPECT_EQ(hipMemcpy(back.data(), copy, bytes, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(back, host);
  EXPECT_EQ(hipMemcpy(copy + 1, device, bytes - 1, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(hipMemcpy(back.data(), copy, bytes, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(back[1], host[0]);
  EXPECT_EQ(hipFree(copy), hipSuccess);
}

TEST_F(Memory, FillsWriteEveryByteOfTheRangeAndNoOther) {
  EXPECT_EQ(hipMemset(device, 1, bytes), hipSuccess);
  EXPECT_EQ(hipMemsetAsync(device + 10, 0x1fe, 20, nullptr), hipSuccess);
  EXPECT_EQ(hipMemcpy(host.data(), device, bytes, hipMemcpyDeviceToHost), hipSuccess);
  for (std::size_t i = 0; i < bytes; ++i)
    ASSERT_EQ(host[i], i >= 10 && i < 30 ? static_cast<char>(0xfe) : 1) << i;
}

TEST_F(Memory, RowsAreCopiedWithTheirPitches) {
  std::iota(host.begin(), host.end(), 0);
  EXPECT_EQ(hipMemset(device, 0x55, bytes), hipSuccess);
  EXPECT_EQ(hipMemcpy2D(device, 50, host.data(), 30, 7, 20, hipMemcpyHostToDevice), hipSuccess);
  for (std::size_t i = 0; i < bytes; ++i)
    ASSERT_EQ(device[i], i % 50 < 7 ? host[i / 50 * 30 + i % 50] : 0x55) << i;
}

// Each side is held to its own extent: here the rows of one are packed.
TEST_F(Memory, PackedRowsAreCopiedToAPitch) {
  constexpr std::size_t width = 7, rows = 20;
  char* packed = nullptr;
  ASSERT_EQ(hipMalloc(&packed, width * rows), hipSuccess);
  EXPECT_EQ(hipMemset(packed, 0x11, width * rows), hipSuccess);
  EXPECT_EQ(hipMemset(device, 0x55, bytes), hipSuccess);
  EXPECT_EQ(hipMemcpy2D(device, 50, packed, width, width, rows, hipMemcpyDeviceToDevice),
            hipSuccess);
  for (std::size_t i = 0; i < bytes; ++i)
    ASSERT_EQ(device[i], i % 50 < width && i / 50 < rows ? 0x11 : 0x55) << i;
  EXPECT_EQ(
      remembered(hipMemcpy2D(device, 50, packed, width, width, rows + 1, hipMemcpyDeviceToDevice)),
      hipErrorInvalidValue);
  EXPECT_EQ(hipFree(packed), hipSuccess);
}

TEST_F(Memory, RangesThatLeaveTheirAllocationAreRefused) {
  const auto copy = [&](char* to, std::size_t count) {
    return remembered(hipMemcpy(to, host.data(), count, hipMemcpyHostToDevice));
  };
  std::vector<char> longer(bytes + 1);
  EXPECT_EQ(remembered(hipMemcpy(device, longer.data(), bytes + 1, hipMemcpyHostToDevice)),
            hipErrorInvalidValue);
  EXPECT_EQ(copy(device + 1, bytes), hipErrorInvalidValue);
  EXPECT_EQ(copy(device + bytes - 1, 2), hipErrorInvalidValue);
  EXPECT_EQ(copy(device + bytes - 1, 1), hipSuccess);
  EXPECT_EQ(remembered(hipMemcpy(host.data(), device + 1, bytes, hipMemcpyDeviceToHost)),
            hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipMemset(device + 1, 0, bytes)), hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipMemset(device, 0, SIZE_MAX)), hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipMemcpy2D(device, 50, host.data(), 10, 10, 21, hipMemcpyHostToDevice)),
            hipErrorInvalidValue);
}

TEST_F(Memory, ImpossibleArgumentsAreRefused) {
  EXPECT_EQ(remembered(hipMemcpy(nullptr, host.data(), 4, hipMemcpyHostToDevice)),
            hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipMemcpy(device, nullptr, 4, hipMemcpyHostToDevice)), hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipMemcpy(nullptr, nullptr, 0, hipMemcpyHostToDevice)), hipSuccess);
  EXPECT_EQ(remembered(hipMemcpy(device, host.data(), 4, static_cast<hipMemcpyKind>(9))),
            hipErrorInvalidMemcpyDirection);
  EXPECT_EQ(remembered(hipMemset(nullptr, 0, 4)), hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipMemcpy2D(device, 5, host.data(), 30, 7, 2, hipMemcpyHostToDevice)),
            hipErrorInvalidPitchValue);
  EXPECT_EQ(remembered(hipMalloc(static_cast<void**>(nullptr), 4)), hipErrorInvalidValue);
}

TEST_F(Memory, MoreThanTheMachineHasIsOutOfMemory) {
  void* pointer = &pointer;
  EXPECT_EQ(remembered(hipMalloc(&pointer, SIZE_MAX)), hipErrorOutOfMemory);
  EXPECT_EQ(pointer, nullptr);
  std::size_t free = 0, total = 0;
  ASSERT_EQ(hipMemGetInfo(&free, &total), hipSuccess);
  EXPECT_LE(free, total - bytes);
  EXPECT_EQ(remembered(hipMalloc(&pointer, total)), hipErrorOutOfMemory);
}

TEST_F(Memory, NothingIsAllocatedForZeroBytes) {
  void* pointer = &pointer;
  EXPECT_EQ(hipMalloc(&pointer, 0), hipSuccess);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(hipFree(nullptr), hipSuccess);
}

TEST_F(Memory, OnlyWhatWasAllocatedIsFreed) {
  int local = 0;
  EXPECT_EQ(remembered(hipFree(&local)), hipErrorInvalidDevicePointer);
  EXPECT_EQ(remembered(hipFree(device + 1)), hipErrorInvalidDevicePointer);
  EXPECT_EQ(remembered(hipHostFree(device)), hipErrorInvalidValue);
  char* freed = allocate<char>(10);
  EXPECT_EQ(hipFree(freed), hipSuccess);
  EXPECT_EQ(remembered(hipFree(freed)), hipErrorInvalidDevicePointer);
}

__global__ void increment(int* values) { ++values[threadIdx.x]; }

TEST_F(Memory, HostAndManagedMemoryAreUsableByKernels) {
  int *pinned = nullptr, *managed = nullptr, *mapped = nullptr;
  ASSERT_EQ(hipHostMalloc(&pinned, 4 * sizeof(int)), hipSuccess);
  ASSERT_EQ(hipMallocManaged(&managed, 4 * sizeof(int)), hipSuccess);
  ASSERT_EQ(hipHostGetDevicePointer(reinterpret_cast<void**>(&mapped), pinned, 0), hipSuccess);
  for (int i = 0; i < 4; ++i) pinned[i] = managed[i] = i;
  hipLaunchKernelGGL(increment, dim3(1), dim3(4), 0, nullptr, mapped);
  hipLaunchKernelGGL(increment, dim3(1), dim3(4), 0, nullptr, managed);
  ASSERT_EQ(hipDeviceSynchronize(), hipSuccess);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(pinned[i], i + 1);
    EXPECT_EQ(managed[i], i + 1);
  }
  EXPECT_EQ(remembered(hipFree(pinned)), hipErrorInvalidDevicePointer);
  EXPECT_EQ(hipHostFree(pinned), hipSuccess);
  EXPECT_EQ(hipFree(managed), hipSuccess);
}

TEST_F(Memory, PointersTellWhatTheyPointTo) {
  hipPointerAttribute_t attributes;
  ASSERT_EQ(hipPointerGetAttributes(&attributes, device + 5), hipSuccess);
  EXPECT_EQ(attributes.memoryType, hipMemoryTypeDevice);
  EXPECT_EQ(attributes.devicePointer, device + 5);
  EXPECT_EQ(attributes.isManaged, 0);
  EXPECT_EQ(remembered(hipPointerGetAttributes(&attributes, host.data())), hipErrorInvalidValue);
  EXPECT_EQ(remembered(hipPointerGetAttributes(&attributes, device + bytes)), hipErrorInvalidValue);
}

}  // namespace
