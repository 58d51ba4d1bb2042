// The shuffles, with and without masks, for both warp sizes, every width and partly filled warps.
// A lane's expected value is computed from lane numbers alone, as HIP's guide defines it.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

constexpr int delta = 3;
constexpr int kinds = 8;

__global__ void shuffle_all(int* out, int width, unsigned long long mask) {
  const int thread = static_cast<int>(thread_number());
  const int value = thread * 10 + 1;
  int* mine = out + thread * kinds;
  mine[0] = __shfl(value, delta, width);
  mine[1] = __shfl_up(value, delta, width);
  mine[2] = __shfl_down(value, delta, width);
  mine[3] = __shfl_xor(value, delta, width);
  mine[4] = __shfl_sync(mask, value, delta, width);
  mine[5] = __shfl_up_sync(mask, value, delta, width);
  mine[6] = __shfl_down_sync(mask, value, delta, width);
  mine[7] = __shfl_xor_sync(mask, value, delta, width);
}

// The lane that is read, were there all lanes.
int source_lane(int kind, int lane, int width) {
  const int group = lane / width * width;
  switch (kind) {
    case 0:
      return group + delta % width;
    case 1:
      return lane - delta >= group ? lane - delta : lane;
    case 2:
      return lane + delta < group + width ? lane + delta : lane;
    default:
      return (lane ^ delta) < group + width ? lane ^ delta : lane;
  }
}

void expect_shuffles(dim3 block, int warp, int width) {
  SCOPED_TRACE(text_of(block) + ", warp " + std::to_string(warp) + ", width " +
               std::to_string(width));
  const int threads = static_cast<int>(size_of(block));
  DeviceArray<int> out(threads * kinds);
  hipLaunchKernelGGL(shuffle_all, dim3(1), block, 0, nullptr, out.data(), width, ~0ull);
  const std::vector<int> seen = out.host();
  for (int i = 0; i < threads * kinds; ++i) {
    const int thread = i / kinds, first = thread / warp * warp;
    int source = first + source_lane(i % kinds % 4, thread - first, width);
    if (source >= threads) source = thread;  // an inactive lane
    ASSERT_EQ(seen[i], source * 10 + 1) << "kind " << i % kinds << ", thread " << thread;
  }
}

TEST(Shuffle, ReadsTheLaneThatItNames) {
  for (const int warp : {32, 64}) {
    const WarpSize size(warp);
    for (const dim3 block : block_shapes)
      for (int width = 1; width <= warp; width *= 2) expect_shuffles(block, warp, width);
  }
}

template <typename T>
__global__ void broadcast(T* out, T value) {
  out[threadIdx.x] = __shfl(threadIdx.x == 5 ? value : T(0), 5);
}

template <typename T>
void expect_broadcast(T value) {
  DeviceArray<T> out(20);
  hipLaunchKernelGGL(broadcast<T>, dim3(1), dim3(20), 0, nullptr, out.data(), value);
  EXPECT_EQ(out.host(), std::vector<T>(20, value));
}

TEST(Shuffle, MovesAllBitsOfEveryType) {
  expect_broadcast<int>(std::numeric_limits<int>::min());
  expect_broadcast<unsigned>(~0u);
  expect_broadcast<long>(std::numeric_limits<long>::min() + 1);
  expect_broadcast<long long>(std::numeric_limits<long long>::max() - 5);
  expect_broadcast<unsigned long long>(0x123456789abcdef0ull);
  expect_broadcast<float>(-1.17549435e-38f);
  expect_broadcast<double>(-0x1.fffffffffffffp-1000);
}

__global__ void reduce(int* sums) {
  int sum = static_cast<int>(thread_number());
  for (int distance = warpSize / 2; distance > 0; distance /= 2) sum += __shfl_down(sum, distance);
  if (__lane_id() == 0) sums[thread_number() / warpSize] = sum;
}

TEST(Shuffle, SumsEachWarpOfABlock) {
  for (const int warp : {32, 64}) {
    const WarpSize size(warp);
    DeviceArray<int> sums(1024 / warp);
    hipLaunchKernelGGL(reduce, dim3(1), dim3(32, 32), 0, nullptr, sums.data());
    const std::vector<int> seen = sums.host();
    for (int i = 0; i < 1024 / warp; ++i)
      EXPECT_EQ(seen[i], warp * (2 * i * warp + warp - 1) / 2) << "warp " << i;
  }
}

// Every thread reads the sums of all warps after the barrier.
__global__ void reduce_block(int* out) {
  __shared__ int sums[32];
  int sum = 1;
  for (int mask = 1; mask < warpSize; mask *= 2) sum += __shfl_xor(sum, mask);
  if (__lane_id() == 0) sums[thread_number() / warpSize] = sum;
  __syncthreads();
  int total = 0;
  for (unsigned i = 0; i < blockDim.x * blockDim.y / warpSize; ++i) total += sums[i];
  out[blockIdx.x * blockDim.x * blockDim.y + thread_number()] = total;
}

TEST(Shuffle, MixesWithBarriers) {
  for (const int warp : {32, 64}) {
    const WarpSize size(warp);
    DeviceArray<int> out(20 * 512);
    hipLaunchKernelGGL(reduce_block, dim3(20), dim3(64, 8), 0, nullptr, out.data());
    EXPECT_EQ(out.host(), std::vector<int>(20 * 512, 512));
  }
}

}  // namespace
