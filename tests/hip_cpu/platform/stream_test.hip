// Streams keep the order of submissions; events are points in that order.
#include <gtest/gtest.h>

#include "tests/support/device_array.hpp"

namespace {

__global__ void append(int* values, int* count, int value) { values[(*count)++] = value; }

TEST(Stream, WorkOfAStreamRunsInOrder) {
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), hipSuccess);
  DeviceArray<int> values(5), count(1);
  for (const int value : {4, 8, 15, 16, 23})
    hipLaunchKernelGGL(append, dim3(1), dim3(1), 0, stream, values.data(), count.data(), value);
  int copied[5] = {};
  ASSERT_EQ(hipMemcpyAsync(copied, values.data(), sizeof copied, hipMemcpyDeviceToHost, stream),
            hipSuccess);
  ASSERT_EQ(hipMemsetAsync(values.data(), 0, sizeof copied, stream), hipSuccess);
  ASSERT_EQ(hipStreamSynchronize(stream), hipSuccess);
  EXPECT_EQ(hipStreamQuery(stream), hipSuccess);
  EXPECT_EQ(std::vector<int>(copied, copied + 5), (std::vector<int>{4, 8, 15, 16, 23}));
  EXPECT_EQ(values.host(), std::vector<int>(5, 0));
  unsigned flags = 9;
  EXPECT_EQ(hipStreamGetFlags(stream, &flags), hipSuccess);
  EXPECT_EQ(flags, static_cast<unsigned>(hipStreamNonBlocking));
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
}

TEST(Stream, TheNullAndThePerThreadStreamAlwaysExist) {
  for (const hipStream_t stream : {hipStream_t{nullptr}, hipStreamPerThread}) {
    EXPECT_EQ(hipStreamSynchronize(stream), hipSuccess);
    EXPECT_EQ(hipStreamQuery(stream), hipSuccess);
    EXPECT_EQ(hipStreamDestroy(stream), hipErrorInvalidHandle);
  }
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
}

TEST(Stream, BadHandlesAndFlagsAreRefused) {
  hipStream_t stream = nullptr;
  EXPECT_EQ(hipStreamCreate(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamCreateWithFlags(&stream, 0x80), hipErrorInvalidValue);
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  ASSERT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamSynchronize(stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamQuery(stream), hipErrorInvalidHandle);
  int value = 0;
  EXPECT_EQ(hipMemcpyAsync(&value, &value, 4, hipMemcpyDefault, stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipMemsetAsync(&value, 0, 4, stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
}

}  // namespace
