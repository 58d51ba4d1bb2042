// hippuzzle's portable warp operations, in full and partly filled warps, in blocks of one to
// three dimensions and in divergent code. The expected values are computed from the lane's number
// alone.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/warp.hpp>
#include <string>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

unsigned warp_size_of_device() {
  hipDeviceProp_t properties;
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  return static_cast<unsigned>(properties.warpSize);
}

__device__ unsigned linear_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Blocks that fill a warp partly, exactly, and several warps with a ragged last one.
const dim3 block_shapes[] = {dim3(1),     dim3(5),       dim3(32),      dim3(64),
                             dim3(70),    dim3(8, 8),    dim3(7, 5),    dim3(1024),
                             dim3(33, 3), dim3(3, 3, 3), dim3(4, 5, 6), dim3(1, 1, 37)};

unsigned size_of(dim3 block) { return block.x * block.y * block.z; }

std::string shape_of(dim3 block) {
  return "block " + std::to_string(block.x) + " x " + std::to_string(block.y) + " x " +
         std::to_string(block.z);
}

// The lanes of the warp of `thread` that exist and for whose threads `predicate` holds.
template <typename Predicate>
LaneMask lanes_where(unsigned thread, unsigned threads, unsigned warp, Predicate predicate) {
  LaneMask mask = 0;
  const unsigned first = thread / warp * warp;
  for (unsigned t = first; t < threads && t < first + warp; ++t)
    if (predicate(t)) mask |= LaneMask{1} << (t - first);
  return mask;
}

__global__ void lane_numbers(int* size, unsigned* lanes) {
  *size = warp_size();
  lanes[linear_thread()] = lane();
}

TEST(PortableWarp, LanesAreNumberedAlongXThenYThenZ) {
  const unsigned warp = warp_size_of_device();
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(shape_of(block));
    DeviceArray<int> size(1);
    DeviceArray<unsigned> lanes(size_of(block), 999u);
    hipLaunchKernelGGL(lane_numbers, dim3(1), block, 0, 0, size.data(), lanes.data());
    EXPECT_EQ(size.host()[0], static_cast<int>(warp));
    const std::vector<unsigned> result = lanes.host();
    for (unsigned t = 0; t < result.size(); ++t) ASSERT_EQ(result[t], t % warp) << "thread " << t;
  }
}

__global__ void vote(LaneMask* active, LaneMask* thirds, int* any_last, int* all_but_first) {
  const unsigned t = linear_thread();
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  active[t] = activemask();
  thirds[t] = warp_ballot(t % 3 == 0);
  any_last[t] = warp_any(t == threads - 1);
  all_but_first[t] = warp_all(t != 0);
}

TEST(PortableWarp, VotesCountTheLanesThatExist) {
  const unsigned warp = warp_size_of_device();
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(shape_of(block));
    const unsigned n = size_of(block);
    DeviceArray<LaneMask> active(n), thirds(n);
    DeviceArray<int> any_last(n, -1), all_but_first(n, -1);
    hipLaunchKernelGGL(vote, dim3(1), block, 0, 0, active.data(), thirds.data(), any_last.data(),
                       all_but_first.data());
    const std::vector<LaneMask> a = active.host(), b = thirds.host();
    const std::vector<int> c = any_last.host(), d = all_but_first.host();
    for (unsigned t = 0; t < n; ++t) {
      SCOPED_TRACE("thread " + std::to_string(t));
      ASSERT_EQ(a[t], lanes_where(t, n, warp, [](unsigned) { return true; }));
      ASSERT_EQ(b[t], lanes_where(t, n, warp, [](unsigned i) { return i % 3 == 0; }));
      ASSERT_EQ(c[t], t / warp == (n - 1) / warp);
      ASSERT_EQ(d[t], t / warp != 0);
    }
  }
}

// Lanes in one branch vote and shuffle among themselves; lanes that have returned do not count.
__global__ void vote_apart(LaneMask* ballots, int* neighbours) {
  const unsigned t = linear_thread();
  if (t % 8 == 7) return;
  if (t % 2 == 1) {
    ballots[t] = warp_ballot(t % 3 == 0);
    neighbours[t] = shfl_xor(static_cast<int>(t), 2);
  } else {
    ballots[t] = warp_ballot(t % 5 == 0);
    neighbours[t] = shfl(static_cast<int>(t), 0);
  }
}

TEST(PortableWarp, DivergedLanesVoteAndShuffleAmongThemselves) {
  const unsigned warp = warp_size_of_device();
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(shape_of(block));
    const unsigned n = size_of(block);
    DeviceArray<LaneMask> ballots(n);
    DeviceArray<int> neighbours(n, -1);
    hipLaunchKernelGGL(vote_apart, dim3(1), block, 0, 0, ballots.data(), neighbours.data());
    const std::vector<LaneMask> b = ballots.host();
    const std::vector<int> s = neighbours.host();
    for (unsigned t = 0; t < n; ++t) {
      SCOPED_TRACE("thread " + std::to_string(t));
      if (t % 8 == 7) {
        ASSERT_EQ(b[t], 0u);
        ASSERT_EQ(s[t], -1);
      } else if (t % 2 == 1) {
        ASSERT_EQ(b[t], lanes_where(t, n, warp, [](unsigned i) {
                    return i % 2 == 1 && i % 8 != 7 && i % 3 == 0;
                  }));
        const unsigned source = t ^ 2;
        if (source < n && source % 8 != 7) {
          ASSERT_EQ(s[t], static_cast<int>(source));
        }
      } else {
        ASSERT_EQ(b[t], lanes_where(t, n, warp, [](unsigned i) { return i % 10 == 0; }));
        ASSERT_EQ(s[t], static_cast<int>(t / warp * warp));
      }
    }
  }
}

template <typename T>
class PortableShuffle : public testing::Test {};
using ShuffledTypes = testing::Types<int, unsigned, long, unsigned long, long long,
                                     unsigned long long, float, double>;
TYPED_TEST_SUITE(PortableShuffle, ShuffledTypes);

// Distinct for every thread, with both halves of an 8-byte type in use.
template <typename T>
__host__ __device__ T value_of(unsigned thread) {
  return sizeof(T) == 8 ? T(thread) * T(4294967311.0) + T(thread) : T(thread) * T(3) + T(1);
}

constexpr int shuffles = 4;

template <typename T>
__global__ void shuffle(T* results, int width) {
  const unsigned t = linear_thread();
  const T mine = value_of<T>(t);
  T* r = results + t * shuffles;
  r[0] = shfl(mine, 2, width);
  r[1] = shfl_up(mine, 3u, width);
  r[2] = shfl_down(mine, 1u, width);
  r[3] = shfl_xor(mine, 1, width);
}

// Compares with the source lane of each shuffle, if that thread exists.
template <typename T>
void expect_shuffles(dim3 block, unsigned width) {
  const unsigned n = size_of(block);
  DeviceArray<T> results(n * shuffles);
  hipLaunchKernelGGL(shuffle<T>, dim3(1), block, 0, 0, results.data(), static_cast<int>(width));
  const std::vector<T> r = results.host();
  for (unsigned t = 0; t < n; ++t) {
    const unsigned in_group = t % width;
    const unsigned sources[shuffles] = {t - in_group + 2 % width, in_group < 3 ? t : t - 3,
                                        in_group + 1 < width ? t + 1 : t, t ^ 1};
    for (int i = 0; i < shuffles; ++i) {
      if (sources[i] < n) {
        ASSERT_EQ(r[t * shuffles + i], value_of<T>(sources[i]))
            << "thread " << t << ", width " << width << ", shuffle " << i;
      }
    }
  }
}

TYPED_TEST(PortableShuffle, ReadsTheLaneItNames) {
  const unsigned warp = warp_size_of_device();
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(shape_of(block));
    for (unsigned width = 2; width <= warp; width *= 2) expect_shuffles<TypeParam>(block, width);
  }
}

template <typename T>
__global__ void sum_warps(T* sums) {
  T sum = T(linear_thread());
  for (int mask = warp_size() / 2; mask > 0; mask /= 2) sum += shfl_xor(sum, mask);
  sums[linear_thread()] = sum;
}

TYPED_TEST(PortableShuffle, ButterflySumsTheWholeWarp) {
  const unsigned warp = warp_size_of_device();
  DeviceArray<TypeParam> sums(256);
  hipLaunchKernelGGL(sum_warps<TypeParam>, dim3(1), dim3(16, 16), 0, 0, sums.data());
  const std::vector<TypeParam> result = sums.host();
  for (unsigned t = 0; t < 256; ++t) {
    const unsigned first = t / warp * warp;
    ASSERT_EQ(result[t], TypeParam(warp * first + warp * (warp - 1) / 2)) << "thread " << t;
  }
}

// The sum of a partly filled warp: a lane adds only the values of lanes that exist.
template <typename T>
__global__ void sum_partial_warps(T* sums) {
  const unsigned t = linear_thread();
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  T sum = T(t);
  for (unsigned delta = warp_size() / 2; delta > 0; delta /= 2) {
    const T other = shfl_down(sum, delta);
    if (lane() + delta < static_cast<unsigned>(warp_size()) && t + delta < threads) sum += other;
  }
  if (lane() == 0) sums[t / warp_size()] = sum;
}

TYPED_TEST(PortableShuffle, SumsPartlyFilledWarps) {
  const unsigned warp = warp_size_of_device();
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(shape_of(block));
    const unsigned n = size_of(block);
    const unsigned warps = (n + warp - 1) / warp;
    DeviceArray<TypeParam> sums(warps);
    hipLaunchKernelGGL(sum_partial_warps<TypeParam>, dim3(1), block, 0, 0, sums.data());
    const std::vector<TypeParam> result = sums.host();
    for (unsigned w = 0; w < warps; ++w) {
      TypeParam expected = 0;
      for (unsigned t = w * warp; t < n && t < (w + 1) * warp; ++t) expected += TypeParam(t);
      ASSERT_EQ(result[w], expected) << "warp " << w;
    }
  }
}

}  // namespace
