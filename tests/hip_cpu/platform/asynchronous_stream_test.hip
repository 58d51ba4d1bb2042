// Streams that work concurrently with the host: submitted work is over when somebody has waited for
// it, and is not reported as over before.
#include <gtest/gtest.h>

#include <future>

#include <hip_cpu/config.h>
#include "tests/support/device_array.hpp"

namespace {

__global__ void add_to_all(int* values, int count, int amount) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) values[i] += amount;
}

// Work of a stream that continues once the test opens it.
class Gate {
 public:
  void close(hipStream_t stream) { ASSERT_EQ(hipLaunchHostFunc(stream, wait, this), hipSuccess); }
  void open() { opened_.set_value(); }

 private:
  static void wait(void* gate) { static_cast<Gate*>(gate)->opened_.get_future().wait(); }

  std::promise<void> opened_;
};

class AsynchronousStream : public testing::Test {
 protected:
  void SetUp() override {
    hip_cpu_set_asynchronous_streams(1);
    ASSERT_EQ(hipStreamCreate(&stream_), hipSuccess);
    ASSERT_EQ(hipStreamCreateWithFlags(&other_, hipStreamNonBlocking), hipSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(hipStreamDestroy(stream_), hipSuccess);
    EXPECT_EQ(hipStreamDestroy(other_), hipSuccess);
    hip_cpu_set_asynchronous_streams(0);
  }

  hipStream_t stream_ = nullptr, other_ = nullptr;
};

TEST_F(AsynchronousStream, QueriesTellWhetherTheWorkIsOver) {
  hipEvent_t event = nullptr, later = nullptr;
  ASSERT_EQ(hipEventCreate(&event), hipSuccess);
  ASSERT_EQ(hipEventCreate(&later), hipSuccess);
  EXPECT_EQ(hipStreamQuery(stream_), hipSuccess);
  ASSERT_EQ(hipEventRecord(event, stream_), hipSuccess);
  Gate gate;
  gate.close(stream_);
  ASSERT_EQ(hipEventRecord(later, stream_), hipSuccess);
  EXPECT_EQ(hipEventSynchronize(event), hipSuccess);
  EXPECT_EQ(hipEventQuery(event), hipSuccess);
  EXPECT_EQ(hipStreamQuery(stream_), hipErrorNotReady);
  EXPECT_EQ(hipStreamQuery(nullptr), hipErrorNotReady);
  EXPECT_EQ(hipStreamQuery(other_), hipSuccess);
  EXPECT_EQ(hipEventQuery(later), hipErrorNotReady);
  float elapsed = -1;
  EXPECT_EQ(hipEventElapsedTime(&elapsed, event, later), hipErrorNotReady);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
  gate.open();
  EXPECT_EQ(hipEventSynchronize(later), hipSuccess);
  EXPECT_EQ(hipEventElapsedTime(&elapsed, event, later), hipSuccess);
  EXPECT_GE(elapsed, 0.0F);
  EXPECT_EQ(hipStreamSynchronize(stream_), hipSuccess);
  EXPECT_EQ(hipStreamQuery(stream_), hipSuccess);
  EXPECT_EQ(hipEventDestroy(event), hipSuccess);
  EXPECT_EQ(hipEventDestroy(later), hipSuccess);
}

TEST_F(AsynchronousStream, LaunchesRunLaterWithTheArgumentsOfTheirCall) {
  DeviceArray<int> values(1000);
  int *pinned = nullptr, amount = 3;
  ASSERT_EQ(hipHostMalloc(&pinned, 1000 * sizeof(int)), hipSuccess);
  Gate gate;
  gate.close(stream_);
  hipLaunchKernelGGL(add_to_all, dim3(4), dim3(256), 0, stream_, values.data(), 1000, amount);
  amount = 100;
  ASSERT_EQ(
      hipMemcpyAsync(pinned, values.data(), 1000 * sizeof(int), hipMemcpyDeviceToHost, stream_),
      hipSuccess);
  ASSERT_EQ(hipMemsetAsync(values.data(), 0, 1000 * sizeof(int), stream_), hipSuccess);
  pinned[999] = -1;  // the copy has not been made
  gate.open();
  ASSERT_EQ(hipDeviceSynchronize(), hipSuccess);
  EXPECT_EQ(pinned[0], 3);
  EXPECT_EQ(pinned[999], 3);
  EXPECT_EQ(values.host(), std::vector<int>(1000, 0));
  EXPECT_EQ(hipHostFree(pinned), hipSuccess);
}

TEST_F(AsynchronousStream, StreamsWorkBesideEachOtherAndWaitForEvents) {
  DeviceArray<int> values(1);
  hipEvent_t event = nullptr;
  ASSERT_EQ(hipEventCreateWithFlags(&event, hipEventDisableTiming), hipSuccess);
  Gate gate;
  gate.close(stream_);
  hipLaunchKernelGGL(add_to_all, dim3(1), dim3(1), 0, stream_, values.data(), 1, 5);
  ASSERT_EQ(hipEventRecord(event, stream_), hipSuccess);
  // Opened by the other stream, which would not get there if it waited.
  const auto open = [](void* gate) { static_cast<Gate*>(gate)->open(); };
  ASSERT_EQ(hipLaunchHostFunc(other_, open, &gate), hipSuccess);
  ASSERT_EQ(hipStreamWaitEvent(other_, event), hipSuccess);
  ASSERT_EQ(hipMemsetAsync(values.data(), 0x11, 1, other_), hipSuccess);
  ASSERT_EQ(hipStreamSynchronize(other_), hipSuccess);
  EXPECT_EQ(values.host(), std::vector<int>{0x11});
  EXPECT_EQ(hipEventDestroy(event), hipSuccess);
}

TEST_F(AsynchronousStream, TheNullStreamWaitsForThoseThatBlock) {
  DeviceArray<int> values(1);
  Gate gate, not_waited_for;
  not_waited_for.close(other_);
  gate.close(stream_);
  hipLaunchKernelGGL(add_to_all, dim3(1), dim3(1), 0, stream_, values.data(), 1, 5);
  const auto opened = std::async(std::launch::async, [&] { gate.open(); });
  int copied = 0;
  ASSERT_EQ(hipMemcpy(&copied, values.data(), sizeof copied, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(copied, 5);
  hipLaunchKernelGGL(add_to_all, dim3(1), dim3(1), 0, nullptr, values.data(), 1, 2);
  not_waited_for.open();
  EXPECT_EQ(values.host(), std::vector<int>{7});
}

TEST_F(AsynchronousStream, PageableMemoryIsCopiedWhenTheCallReturns) {
  DeviceArray<int> values(1);
  int host = 4;
  ASSERT_EQ(hipMemcpyAsync(values.data(), &host, sizeof host, hipMemcpyHostToDevice, stream_),
            hipSuccess);
  host = 0;
  hipLaunchKernelGGL(add_to_all, dim3(1), dim3(1), 0, stream_, values.data(), 1, 5);
  ASSERT_EQ(hipMemcpyAsync(&host, values.data(), sizeof host, hipMemcpyDeviceToHost, stream_),
            hipSuccess);
  EXPECT_EQ(host, 9);
}

TEST_F(AsynchronousStream, MemoryIsFreedInTheOrderOfItsStream) {
  int* memory = nullptr;
  ASSERT_EQ(hipMallocAsync(&memory, sizeof(int), stream_), hipSuccess);
  Gate gate;
  gate.close(stream_);
  ASSERT_EQ(hipMemsetAsync(memory, 0, sizeof(int), stream_), hipSuccess);
  ASSERT_EQ(hipFreeAsync(memory, stream_), hipSuccess);
  hipPointerAttribute_t attributes;
  EXPECT_EQ(hipPointerGetAttributes(&attributes, memory), hipSuccess);
  gate.open();
  ASSERT_EQ(hipStreamSynchronize(stream_), hipSuccess);
  EXPECT_EQ(hipPointerGetAttributes(&attributes, memory), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

TEST_F(AsynchronousStream, DestroyingAStreamEndsItsWorkFirst) {
  DeviceArray<int> values(1);
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  for (int i = 0; i < 100; ++i)
    hipLaunchKernelGGL(add_to_all, dim3(1), dim3(1), 0, stream, values.data(), 1, 1);
  ASSERT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(values.host(), std::vector<int>{100});
}

}  // namespace
