// The number of OS threads changes how long a launch takes, never its result.
#include <gtest/gtest.h>

#include <thread>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

// Rounding depends on the order of the additions: within the block it must always be the same.
__global__ void sum_in_block_order(float* out, int steps) {
  __shared__ float values[256];
  const unsigned thread = thread_number(), threads = blockDim.x * blockDim.y;
  float value = 1.0f / static_cast<float>(1 + thread + block_number());
  for (int step = 0; step < steps; ++step) {
    values[thread] = value;
    __syncthreads();
    value += values[(thread * 7 + step) % threads] * 0.3f;
    value += __shfl_xor(value, 1 + step % 3) * 0.2f;
    __syncthreads();
  }
  out[block_number() * threads + thread] = value;
}

std::vector<float> sums(int os_threads, int warp) {
  const OsThreads count(os_threads);
  const WarpSize size(warp);
  DeviceArray<float> out(60 * 200);
  hipLaunchKernelGGL(sum_in_block_order, dim3(4, 5, 3), dim3(20, 10), 0, nullptr, out.data(), 11);
  return out.host();
}

TEST(OsThreads, ResultsDoNotDependOnTheirNumber) {
  for (const int warp : {32, 64}) {
    const std::vector<float> expected = sums(1, warp);
    for (const int count : {2, 3, 5, 16}) EXPECT_EQ(sums(count, warp), expected) << count;
  }
}

__global__ void add_to_total(unsigned long long* total) {
  atomicAdd(total, static_cast<unsigned long long>(thread_number() + 1));
}

TEST(OsThreads, AtomicsOfAllBlocksAdd) {
  for (const int count : {1, 2, 7}) {
    const OsThreads threads(count);
    DeviceArray<unsigned long long> total(1);
    hipLaunchKernelGGL(add_to_total, dim3(3000), dim3(100), 0, nullptr, total.data());
    EXPECT_EQ(total.host()[0], 3000ull * 5050);
  }
}

// Block b publishes after block b - 1 has; blocks are begun in order, so each waits for a block
// that runs or has run.
__global__ void chain(volatile int* done, int* values) {
  const unsigned block = blockIdx.x;
  if (threadIdx.x != 0) return;
  while (block != 0 && done[block - 1] == 0) __threadfence();
  values[block] = block == 0 ? 1 : values[block - 1] + 1;
  __threadfence();
  done[block] = 1;
}

TEST(OsThreads, ABlockMayWaitForAnEarlierOne) {
  for (const int count : {1, 4}) {
    const OsThreads threads(count);
    DeviceArray<int> done(500), values(500);
    hipLaunchKernelGGL(chain, dim3(500), dim3(32), 0, nullptr, done.data(), values.data());
    const std::vector<int> seen = values.host();
    for (int block = 0; block < 500; ++block) ASSERT_EQ(seen[block], block + 1);
  }
}

TEST(OsThreads, ImpossibleNumbersAreRefused) {
  const int before = hip_cpu_thread_count();
  for (const int count : {0, -1, 1025}) EXPECT_EQ(hip_cpu_set_thread_count(count), 0) << count;
  EXPECT_EQ(hip_cpu_thread_count(), before);
}

int multiprocessors() {
  hipDeviceProp_t device;
  EXPECT_EQ(hipGetDeviceProperties(&device, 0), hipSuccess);
  int attribute = 0;
  EXPECT_EQ(hipDeviceGetAttribute(&attribute, hipDeviceAttributeMultiprocessorCount, 0),
            hipSuccess);
  EXPECT_EQ(attribute, device.multiProcessorCount);
  return attribute;
}

TEST(OsThreads, AreTheMultiprocessorsUnlessOthersAreSet) {
  const OsThreads threads(3);
  EXPECT_EQ(multiprocessors(), 3);
  EXPECT_EQ(hip_cpu_set_multiprocessor_count(132), 1);
  EXPECT_EQ(multiprocessors(), 132);
  EXPECT_EQ(hip_cpu_thread_count(), 3);
  for (const int count : {-1, 1025}) EXPECT_EQ(hip_cpu_set_multiprocessor_count(count), 0) << count;
  EXPECT_EQ(multiprocessors(), 132);
  EXPECT_EQ(hip_cpu_set_multiprocessor_count(0), 1);
  EXPECT_EQ(multiprocessors(), 3);
}

TEST(OsThreads, SeveralHostThreadsMayLaunch) {
  std::vector<float> expected = sums(1, 32);
  const OsThreads count(2);
  std::vector<std::vector<float>> results(4);
  std::vector<std::thread> hosts;
  for (std::vector<float>& result : results)
    hosts.emplace_back([&result] {
      DeviceArray<float> out(60 * 200);
      for (int repetition = 0; repetition < 5; ++repetition)
        hipLaunchKernelGGL(sum_in_block_order, dim3(4, 5, 3), dim3(20, 10), 0, nullptr, out.data(),
                           11);
      result = out.host();
    });
  for (std::thread& host : hosts) host.join();
  for (const std::vector<float>& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
