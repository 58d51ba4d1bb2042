// The device's clocks advance within a thread.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

#include "tests/support/device_array.hpp"

namespace {

// Works long enough for any clock to advance; the result depends on the work, so that it is not
// removed.
__device__ unsigned work(unsigned seed) {
  for (int i = 0; i < 100000; ++i) seed = seed * 1664525u + 1013904223u + (seed >> 16);
  return seed;
}

__global__ void read_clock(long long* readings, unsigned* result) {
  readings[0] = clock64();
  *result = work(*result);
  readings[1] = clock64();
}

TEST(Clock, AdvancesWhileAThreadWorks) {
  DeviceArray<long long> readings(2);
  DeviceArray<unsigned> result(1, 1u);
  hipLaunchKernelGGL(read_clock, dim3(1), dim3(1), 0, 0, readings.data(), result.data());
  const std::vector<long long> clocks = readings.host();
  EXPECT_GT(clocks[1], clocks[0]);
}

// CUDA has no wall_clock64, and HIP 5.2 hides its own from the host pass.
#if HIPPUZZLE_PLATFORM_CPU

__global__ void read_wall_clock(long long* readings, unsigned* result) {
  readings[0] = wall_clock64();
  *result = work(*result);
  readings[1] = wall_clock64();
}

TEST(Clock, OnTheWallAdvancesToo) {
  DeviceArray<long long> readings(2);
  DeviceArray<unsigned> result(1, 1u);
  hipLaunchKernelGGL(read_wall_clock, dim3(1), dim3(1), 0, 0, readings.data(), result.data());
  const std::vector<long long> clocks = readings.host();
  EXPECT_GT(clocks[1], clocks[0]);
}

#endif

}  // namespace
