// Events: recorded times and their differences, and the handles that are refused.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/device_array.hpp"

namespace {

class Event {
 public:
  explicit Event(unsigned flags = hipEventDefault) {
    EXPECT_EQ(hipEventCreateWithFlags(&event_, flags), hipSuccess);
  }
  ~Event() { EXPECT_EQ(hipEventDestroy(event_), hipSuccess); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator hipEvent_t() const { return event_; }

 private:
  hipEvent_t event_ = nullptr;
};

// Runs for the given time at least.
__global__ void spin(long long nanoseconds) {
  const long long start = wall_clock64();
  while (wall_clock64() - start < nanoseconds) {
  }
}

TEST(EventTimes, SpanTheWorkBetweenThem) {
  using Milliseconds = std::chrono::duration<float, std::milli>;
  const Event start, stop;
  const auto before = std::chrono::steady_clock::now();
  ASSERT_EQ(hipEventRecord(start, nullptr), hipSuccess);
  hipLaunchKernelGGL(spin, dim3(1), dim3(1), 0, nullptr, 3000000LL);
  ASSERT_EQ(hipEventRecord(stop, nullptr), hipSuccess);
  ASSERT_EQ(hipEventSynchronize(stop), hipSuccess);
  const Milliseconds whole = std::chrono::steady_clock::now() - before;
  float milliseconds = 0;
  ASSERT_EQ(hipEventElapsedTime(&milliseconds, start, stop), hipSuccess);
  EXPECT_GE(milliseconds, 3.0f);
  EXPECT_LE(milliseconds, whole.count());
  ASSERT_EQ(hipEventElapsedTime(&milliseconds, stop, start), hipSuccess);
  EXPECT_LE(milliseconds, -3.0f);
}

TEST(EventTimes, NeedTwoRecordedEventsWithTiming) {
  const Event recorded, unrecorded, without_timing(hipEventDisableTiming);
  ASSERT_EQ(hipEventRecord(recorded), hipSuccess);
  ASSERT_EQ(hipEventRecord(without_timing), hipSuccess);
  float milliseconds = 0;
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, recorded, unrecorded), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, without_timing, recorded), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, recorded, nullptr), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventElapsedTime(nullptr, recorded, recorded), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

TEST(EventOrder, StreamsWaitForEvents) {
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  const Event event;
  EXPECT_EQ(hipEventQuery(event), hipSuccess);
  ASSERT_EQ(hipEventRecord(event, nullptr), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(stream, event, 0), hipSuccess);
  EXPECT_EQ(hipEventQuery(event), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(stream, event, 5), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamWaitEvent(stream, nullptr, 0), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipEventRecord(event, stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
}

TEST(EventHandles, DestroyedOnesAreRefused) {
  hipEvent_t event = nullptr;
  EXPECT_EQ(hipEventCreate(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipEventCreateWithFlags(&event, 0x100), hipErrorInvalidValue);
  ASSERT_EQ(hipEventCreate(&event), hipSuccess);
  ASSERT_EQ(hipEventDestroy(event), hipSuccess);
  EXPECT_EQ(hipEventDestroy(event), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventRecord(event), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventSynchronize(event), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventQuery(event), hipErrorInvalidHandle);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
}

}  // namespace
