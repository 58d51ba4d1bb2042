// Memory beyond hipMalloc and hipMemcpy: pitches, three dimensions, fills by words, host memory.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/hip_cpu/platform/settings.hpp"

namespace {

TEST(PinnedMemory, PitchesKeepRowsApart) {
  char* rows = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(hipMallocPitch(&rows, &pitch, 300, 4), hipSuccess);
  EXPECT_EQ(pitch, 512u);
  ASSERT_EQ(hipMemset(rows, 1, 4 * pitch), hipSuccess);
  ASSERT_EQ(hipMemset2D(rows, pitch, 7, 300, 4), hipSuccess);
  for (int row = 0; row < 4; ++row) {
    EXPECT_EQ(rows[row * pitch], 7);
    EXPECT_EQ(rows[row * pitch + 299], 7);
    EXPECT_EQ(rows[row * pitch + 300], 1);
  }
  EXPECT_EQ(hipMemset2D(rows, pitch, 7, pitch, 5), hipErrorInvalidValue);
  EXPECT_EQ(hipMemset2D(rows, 100, 7, 300, 1), hipErrorInvalidPitchValue);
  EXPECT_EQ(hipMallocPitch(static_cast<char**>(nullptr), &pitch, 1, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocPitch(&rows, &pitch, SIZE_MAX / 2, 4), hipErrorOutOfMemory);
  EXPECT_EQ(hipGetLastError(), hipErrorOutOfMemory);
}

TEST(PinnedMemory, AreCopiedAndFilledInThreeDimensions) {
  hipPitchedPtr box{};
  ASSERT_EQ(hipMalloc3D(&box, make_hipExtent(40, 3, 2)), hipSuccess);
  EXPECT_EQ(box.pitch, 256u);
  EXPECT_EQ(box.xsize, 40u);
  EXPECT_EQ(box.ysize, 3u);
  ASSERT_EQ(hipMemset(box.ptr, 9, 256 * 6), hipSuccess);
  ASSERT_EQ(hipMemset3D(box, 5, make_hipExtent(10, 2, 2)), hipSuccess);
  const auto* bytes = static_cast<const char*>(box.ptr);
  const auto at = [&](size_t x, size_t y, size_t z) { return bytes[(z * 3 + y) * 256 + x]; };
  EXPECT_EQ(at(9, 1, 1), 5);
  EXPECT_EQ(at(10, 1, 1), 9);
  EXPECT_EQ(at(9, 2, 1), 9);

  std::vector<char> host(2 * 2 * 4, 3);
  hipMemcpy3DParms copy{};
  copy.srcPtr = make_hipPitchedPtr(host.data(), 4, 4, 2);
  copy.dstPtr = box;
  copy.dstPos = make_hipPos(20, 1, 0);
  copy.extent = make_hipExtent(4, 2, 2);
  copy.kind = hipMemcpyHostToDevice;
  ASSERT_EQ(hipMemcpy3D(&copy), hipSuccess);
  EXPECT_EQ(at(19, 1, 0), 9);
  EXPECT_EQ(at(20, 1, 0), 3);
  EXPECT_EQ(at(23, 2, 1), 3);
  EXPECT_EQ(at(24, 2, 1), 9);
  EXPECT_EQ(at(20, 0, 1), 9);
  EXPECT_EQ(hipMemcpy3D(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(box.ptr), hipSuccess);
  (void)hipGetLastError();
}

TEST(PinnedMemory, FillsCountWords) {
  void* memory = nullptr;
  ASSERT_EQ(hipMalloc(&memory, 64), hipSuccess);
  ASSERT_EQ(hipMemset(memory, 0, 64), hipSuccess);
  ASSERT_EQ(hipMemsetD32(memory, 0x01020304, 3), hipSuccess);
  ASSERT_EQ(hipMemsetD16(static_cast<char*>(memory) + 16, 0x0506, 2), hipSuccess);
  ASSERT_EQ(hipMemsetD8(static_cast<char*>(memory) + 20, 7, 1), hipSuccess);
  int words[6];
  ASSERT_EQ(hipMemcpyDtoH(words, memory, sizeof words), hipSuccess);
  EXPECT_EQ(words[2], 0x01020304);
  EXPECT_EQ(words[3], 0);
  EXPECT_EQ(words[4], 0x05060506);
  EXPECT_EQ(words[5], 7);
  EXPECT_EQ(hipMemsetD32(memory, 0, 17), hipErrorInvalidValue);
  EXPECT_EQ(hipMemsetD32(static_cast<char*>(memory) + 1, 0, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMemsetD32(memory, 0, SIZE_MAX / 2), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(memory), hipSuccess);
  (void)hipGetLastError();
}

TEST(PinnedMemory, CopiesGoWhereTheirNameSays) {
  int from[2] = {1, 2}, to[2] = {};
  void *a = nullptr, *b = nullptr;
  ASSERT_EQ(hipMalloc(&a, 8), hipSuccess);
  ASSERT_EQ(hipMallocAsync(&b, 8, nullptr), hipSuccess);
  ASSERT_EQ(hipMemcpyHtoD(a, from, 8), hipSuccess);
  ASSERT_EQ(hipMemcpyDtoD(b, a, 8), hipSuccess);
  ASSERT_EQ(hipMemcpyDtoH(to, b, 8), hipSuccess);
  EXPECT_EQ(to[1], 2);
  ASSERT_EQ(hipMemset(b, 0, 8), hipSuccess);
  ASSERT_EQ(hipMemcpyPeer(b, 0, a, 0, 8), hipSuccess);
  ASSERT_EQ(hipMemcpyWithStream(to, b, 4, hipMemcpyDeviceToHost, nullptr), hipSuccess);
  EXPECT_EQ(to[0], 1);
  EXPECT_EQ(hipMemcpyPeer(b, 1, a, 0, 8), hipErrorInvalidDevice);
  EXPECT_EQ(hipMemcpyHtoD(a, from, 9), hipErrorInvalidValue);
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  ASSERT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipFreeAsync(b, stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipFreeAsync(b, nullptr), hipSuccess);
  EXPECT_EQ(hipFree(a), hipSuccess);
  (void)hipGetLastError();
}

TEST(PinnedMemory, TellWhatTheyAreAPartOf) {
  char* memory = nullptr;
  ASSERT_EQ(hipMalloc(&memory, 1000), hipSuccess);
  hipDeviceptr_t begin = nullptr;
  size_t bytes = 0;
  ASSERT_EQ(hipMemGetAddressRange(&begin, &bytes, memory + 999), hipSuccess);
  EXPECT_EQ(begin, memory);
  EXPECT_EQ(bytes, 1000u);
  bytes = 0;
  ASSERT_EQ(hipMemPtrGetInfo(memory, &bytes), hipSuccess);
  EXPECT_EQ(bytes, 1000u);
  EXPECT_EQ(hipMemPtrGetInfo(memory + 1, &bytes), hipErrorInvalidValue);
  EXPECT_EQ(hipMemGetAddressRange(&begin, &bytes, &bytes), hipErrorNotFound);
  EXPECT_EQ(hipFree(memory), hipSuccess);
  (void)hipGetLastError();
}

TEST(PinnedMemory, HostMemoryIsRegisteredOnce) {
  std::vector<int> host(100);
  ASSERT_EQ(hipHostRegister(host.data(), 400, hipHostRegisterDefault), hipSuccess);
  EXPECT_EQ(hipHostRegister(host.data() + 50, 4, hipHostRegisterDefault),
            hipErrorHostMemoryAlreadyRegistered);
  void* device = nullptr;
  ASSERT_EQ(hipHostGetDevicePointer(&device, host.data(), 0), hipSuccess);
  EXPECT_EQ(device, host.data());
  EXPECT_EQ(hipHostUnregister(host.data()), hipSuccess);
  EXPECT_EQ(hipHostUnregister(host.data()), hipErrorHostMemoryNotRegistered);
  EXPECT_EQ(hipHostGetDevicePointer(&device, host.data(), 0), hipErrorInvalidValue);
  EXPECT_EQ(hipHostRegister(nullptr, 4, 0), hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST(PinnedMemory, PinnedMemoryHasSeveralNames) {
  int *a = nullptr, *b = nullptr;
  ASSERT_EQ(hipMallocHost(&a, 4), hipSuccess);
  ASSERT_EQ(hipHostAlloc(&b, 4, hipHostAllocMapped), hipSuccess);
  unsigned flags = 0;
  ASSERT_EQ(hipHostGetFlags(&flags, b), hipSuccess);
  EXPECT_EQ(flags, unsigned{hipHostAllocMapped});
  EXPECT_EQ(hipHostGetFlags(&flags, &flags), hipErrorInvalidValue);
  EXPECT_EQ(hipFreeHost(a), hipSuccess);
  EXPECT_EQ(hipFreeHost(b), hipSuccess);
  EXPECT_EQ(hipHostAlloc(&b, 4, 0x100), hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST(PinnedMemory, AdviceIsForManagedMemory) {
  int *managed = nullptr, *device = nullptr;
  ASSERT_EQ(hipMallocManaged(&managed, 64), hipSuccess);
  ASSERT_EQ(hipMalloc(&device, 64), hipSuccess);
  EXPECT_EQ(hipMemPrefetchAsync(managed, 64, 0), hipSuccess);
  EXPECT_EQ(hipMemPrefetchAsync(managed, 64, hipCpuDeviceId), hipSuccess);
  EXPECT_EQ(hipMemPrefetchAsync(managed, 65, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipMemPrefetchAsync(managed, 64, 3), hipErrorInvalidDevice);
  EXPECT_EQ(hipMemPrefetchAsync(device, 64, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipMemAdvise(managed, 64, hipMemAdviseSetReadMostly, 0), hipSuccess);
  EXPECT_EQ(hipMemAdvise(device, 64, hipMemAdviseSetReadMostly, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamAttachMemAsync(nullptr, managed), hipSuccess);
  EXPECT_EQ(hipFree(managed), hipSuccess);
  EXPECT_EQ(hipFree(device), hipSuccess);
  (void)hipGetLastError();
}

TEST(PinnedMemory, StreamsCallTheHost) {
  int calls = 0;
  const auto count = [](void* data) { ++*static_cast<int*>(data); };
  const auto count_if_right = [](hipStream_t stream, hipError_t status, void* data) {
    *static_cast<int*>(data) += stream == nullptr && status == hipSuccess ? 10 : 1000;
  };
  ASSERT_EQ(hipLaunchHostFunc(nullptr, count, &calls), hipSuccess);
  ASSERT_EQ(hipStreamAddCallback(nullptr, count_if_right, &calls, 0), hipSuccess);
  EXPECT_EQ(calls, 11);
  EXPECT_EQ(hipLaunchHostFunc(nullptr, nullptr, &calls), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamAddCallback(nullptr, count_if_right, &calls, 1), hipErrorInvalidValue);
  int least = 7, greatest = 7, priority = 7;
  ASSERT_EQ(hipDeviceGetStreamPriorityRange(&least, &greatest), hipSuccess);
  EXPECT_EQ(least, greatest);
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, greatest), hipSuccess);
  ASSERT_EQ(hipStreamGetPriority(stream, &priority), hipSuccess);
  EXPECT_EQ(priority, greatest);
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipStreamGetPriority(stream, &priority), hipErrorInvalidHandle);
  (void)hipGetLastError();
}

}  // namespace
