// __device__ and __constant__ variables, and the copies to and from them.
#include <gtest/gtest.h>

#include "tests/support/device_array.hpp"

namespace {

__constant__ float coefficients[4];
__constant__ int offset = 3;
__device__ int counters[8];

namespace nested {
__constant__ double scale;
}

__global__ void evaluate(float* out, float x) {
  const int power = static_cast<int>(threadIdx.x);
  float value = coefficients[power] * static_cast<float>(nested::scale);
  for (int i = 0; i < power; ++i) value *= x;
  out[power] = value + offset;
}

TEST(Symbol, CopiesReachTheKernels) {
  const float values[4] = {1, 2, 3, 4};
  const double scale = 2;
  const int seven = 7;
  ASSERT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), values, sizeof values), hipSuccess);
  ASSERT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(nested::scale), &scale, sizeof scale), hipSuccess);
  ASSERT_EQ(hipMemcpyToSymbolAsync(HIP_SYMBOL(offset), &seven, sizeof seven, 0,
                                   hipMemcpyHostToDevice, nullptr),
            hipSuccess);
  DeviceArray<float> out(4);
  hipLaunchKernelGGL(evaluate, dim3(1), dim3(4), 0, nullptr, out.data(), 10.0f);
  EXPECT_EQ(out.host(), (std::vector<float>{9, 47, 607, 8007}));
}

__global__ void count() { atomicAdd(&counters[threadIdx.x % 8], 1); }

TEST(Symbol, CopiesBringBackWhatKernelsWrote) {
  const int zeros[8] = {};
  ASSERT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(counters), zeros, sizeof zeros), hipSuccess);
  hipLaunchKernelGGL(count, dim3(10), dim3(12), 0, nullptr);
  int seen[8];
  ASSERT_EQ(hipMemcpyFromSymbol(seen, HIP_SYMBOL(counters), sizeof seen), hipSuccess);
  EXPECT_EQ(std::vector<int>(seen, seen + 8), (std::vector<int>{20, 20, 20, 20, 10, 10, 10, 10}));

  int last_two[2];
  ASSERT_EQ(hipMemcpyFromSymbolAsync(last_two, HIP_SYMBOL(counters), sizeof last_two,
                                     3 * sizeof(int), hipMemcpyDeviceToHost, nullptr),
            hipSuccess);
  EXPECT_EQ(last_two[0], 20);
  EXPECT_EQ(last_two[1], 10);
}

TEST(Symbol, PartsOutsideAreRefused) {
  int values[9] = {};
  EXPECT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(counters), values, sizeof values), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(counters), values, 4, 29), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpyFromSymbol(values, HIP_SYMBOL(counters), 4, 33), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpyToSymbol(HIP_SYMBOL(counters), values, 4, 0, hipMemcpyDeviceToHost),
            hipErrorInvalidMemcpyDirection);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidMemcpyDirection);
}

TEST(Symbol, AddressAndSizeAreThoseOfTheVariable) {
  void* address = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(hipGetSymbolAddress(&address, HIP_SYMBOL(counters)), hipSuccess);
  ASSERT_EQ(hipGetSymbolSize(&size, HIP_SYMBOL(counters)), hipSuccess);
  EXPECT_EQ(size, sizeof counters);
  EXPECT_EQ(address, counters);
  EXPECT_EQ(hipGetSymbolSize(nullptr, HIP_SYMBOL(counters)), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
}

}  // namespace
