// Cooperative groups as all three platforms have them: blocks, tiles of a size in the type and of
// one known at run time, and coalesced groups, in full and partly filled warps and where tiles have
// diverged from each other. The expected values are computed from a thread's number in the block.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

// ROCm's needs the header above before it.
#include <hip/hip_cooperative_groups.h>

#include <string>

#include "tests/support/device_array.hpp"

namespace {

namespace cg = cooperative_groups;

unsigned warp_size_of_device() {
  hipDeviceProp_t properties;
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  return static_cast<unsigned>(properties.warpSize);
}

__device__ unsigned linear_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Blocks that fill a warp partly, exactly, and several warps with a ragged last one.
const dim3 block_shapes[] = {dim3(1),    dim3(5),    dim3(32),   dim3(64),    dim3(70),
                             dim3(8, 8), dim3(7, 5), dim3(1024), dim3(33, 3), dim3(4, 5, 6)};

unsigned size_of(dim3 block) { return block.x * block.y * block.z; }

std::string text_of(dim3 block) {
  return "block " + std::to_string(block.x) + " x " + std::to_string(block.y) + " x " +
         std::to_string(block.z);
}

struct Place {
  unsigned size, rank;
  dim3 group, thread;
};

__global__ void describe_block(Place* places) {
  cg::thread_block block = cg::this_thread_block();
  const unsigned number = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  Place& place = places[number * cg::group_size(block) + cg::thread_rank(block)];
  place.size = block.size();
  place.rank = block.thread_rank();
  place.group = block.group_index();
  place.thread = block.thread_index();
}

TEST(ThreadBlock, KnowsItsThreadsAndItsPlaceInTheGrid) {
  const dim3 grid(2, 3, 2);
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(text_of(block));
    const unsigned n = size_of(block);
    DeviceArray<Place> places(n * size_of(grid));
    hipLaunchKernelGGL(describe_block, grid, block, 0, 0, places.data());
    const std::vector<Place> seen = places.host();
    for (unsigned i = 0; i < seen.size(); ++i) {
      const unsigned thread = i % n, number = i / n;
      ASSERT_EQ(seen[i].size, n);
      ASSERT_EQ(seen[i].rank, thread);
      ASSERT_EQ(seen[i].thread.x, thread % block.x);
      ASSERT_EQ(seen[i].thread.y, thread / block.x % block.y);
      ASSERT_EQ(seen[i].thread.z, thread / block.x / block.y);
      ASSERT_EQ(seen[i].group.x, number % grid.x);
      ASSERT_EQ(seen[i].group.y, number / grid.x % grid.y);
      ASSERT_EQ(seen[i].group.z, number / grid.x / grid.y);
    }
  }
}

// Each step reads the value that the thread at the other end of the block wrote in the step before.
__global__ void exchange_ends(unsigned* out) {
  __shared__ unsigned values[1024];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_group group = block;
  const unsigned rank = group.thread_rank(), other = group.size() - 1 - rank;
  values[rank] = rank;
  block.sync();
  unsigned seen = values[other];
  cg::sync(block);
  values[rank] = seen + 1;
  group.sync();
  seen = values[other];
  cg::sync(group);
  out[rank] = seen;
}

TEST(ThreadBlock, SynchronizesAllOfItsThreads) {
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(text_of(block));
    DeviceArray<unsigned> out(size_of(block));
    hipLaunchKernelGGL(exchange_ends, dim3(1), block, 0, 0, out.data());
    const std::vector<unsigned> seen = out.host();
    for (unsigned t = 0; t < seen.size(); ++t) ASSERT_EQ(seen[t], t + 1);
  }
}

constexpr unsigned results = 7;

template <unsigned N, typename T>
__global__ void shuffle_in_tile(T* out) {
  const auto tile = cg::tiled_partition<N>(cg::this_thread_block());
  const T value = T(linear_thread()) * T(3) + T(1);
  T* mine = out + linear_thread() * results;
  mine[0] = T(tile.size());
  mine[1] = T(tile.thread_rank());
  mine[2] = tile.shfl(value, 2 % N);  // HIP 5.2 on AMD does not take it modulo N
  mine[3] = tile.shfl_up(value, 3u);
  mine[4] = tile.shfl_down(value, 1u);
  mine[5] = tile.shfl_xor(value, N / 2);
  mine[6] = tile.shfl(value, 0);
}

// A source that the block does not have is left out.
template <unsigned N, typename T>
void expect_shuffles(dim3 block) {
  SCOPED_TRACE(text_of(block) + ", tile of " + std::to_string(N));
  const unsigned n = size_of(block);
  DeviceArray<T> out(n * results);
  hipLaunchKernelGGL((shuffle_in_tile<N, T>), dim3(1), block, 0, 0, out.data());
  const std::vector<T> seen = out.host();
  for (unsigned t = 0; t < n; ++t) {
    const unsigned rank = t % N, first = t - rank;
    ASSERT_EQ(seen[t * results], T(N));
    ASSERT_EQ(seen[t * results + 1], T(rank));
    const unsigned sources[] = {first + 2 % N, rank < 3 ? t : t - 3, rank + 1 < N ? t + 1 : t,
                                t ^ (N / 2), first};
    for (unsigned i = 0; i < 5; ++i) {
      if (sources[i] < n) {
        ASSERT_EQ(seen[t * results + 2 + i], T(sources[i]) * T(3) + T(1))
            << "thread " << t << ", shuffle " << i;
      }
    }
  }
}

template <typename T>
class ThreadBlockTile : public testing::Test {};
using ShuffledTypes = testing::Types<int, unsigned, long long, float, double>;
TYPED_TEST_SUITE(ThreadBlockTile, ShuffledTypes);

TYPED_TEST(ThreadBlockTile, ShufflesAmongItsThreads) {
  for (const dim3 block : block_shapes) {
    expect_shuffles<1, TypeParam>(block);
    expect_shuffles<2, TypeParam>(block);
    expect_shuffles<4, TypeParam>(block);
    expect_shuffles<8, TypeParam>(block);
    expect_shuffles<16, TypeParam>(block);
    expect_shuffles<32, TypeParam>(block);
  }
}

template <unsigned N, class Tile>
__device__ unsigned sum_of(const Tile& tile, unsigned value) {
  for (unsigned distance = N / 2; distance > 0; distance /= 2)
    value += tile.shfl_xor(value, distance);
  return value;
}

// The first of every three tiles sums by a butterfly, the next works in a loop that ends earlier
// than its neighbours', and the last waits at the block's barrier at once. Past it each thread
// reads the result of the thread at the other end of the block.
template <unsigned N>
__global__ void sum_apart(unsigned* out) {
  __shared__ unsigned results_of[256];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<N>(block);
  const unsigned thread = linear_thread(), number = thread / N;
  unsigned result = thread;
  if (number % 3 == 0) {
    result = sum_of<N>(tile, result);
  } else if (number % 3 == 1) {
    for (unsigned turn = 0; turn < number; ++turn) {
      result = tile.shfl(result, static_cast<int>((tile.thread_rank() + 1) % N));
      tile.sync();
    }
  }
  results_of[thread] = result;
  block.sync();
  out[255 - thread] = results_of[255 - thread];
}

template <unsigned N>
void expect_sums_apart() {
  SCOPED_TRACE("tile of " + std::to_string(N));
  constexpr unsigned n = 256;
  DeviceArray<unsigned> out(n);
  hipLaunchKernelGGL(sum_apart<N>, dim3(1), dim3(16, 16), 0, 0, out.data());
  const std::vector<unsigned> seen = out.host();
  for (unsigned t = 0; t < n; ++t) {
    const unsigned number = t / N, first = number * N;
    const unsigned expected[] = {first * N + N * (N - 1) / 2, first + (t - first + number) % N, t};
    ASSERT_EQ(seen[t], expected[number % 3]) << "thread " << t;
  }
}

TEST(ThreadBlockTile, WorksWhereItsNeighboursHaveDiverged) {
  expect_sums_apart<2>();
  expect_sums_apart<4>();
  expect_sums_apart<8>();
  expect_sums_apart<16>();
  expect_sums_apart<32>();
}

// Every second tile hands its values round, a number of times that differs by tile.
template <class Group>
__device__ void pass_round(const Group& tile, unsigned n, unsigned* out) {
  __shared__ unsigned values[256];
  const unsigned thread = linear_thread(), number = thread / n;
  const unsigned next = number * n + (tile.thread_rank() + 1) % n;
  values[thread] = thread;
  if (number % 2 == 0) {
    tile.sync();
    for (unsigned turn = 0; turn <= number; ++turn) {
      const unsigned received = values[next];
      tile.sync();
      values[thread] = received;
      tile.sync();
    }
  }
  out[thread] = values[thread];
}

template <unsigned N>
__global__ void pass_in_tile(unsigned* out) {
  pass_round(cg::tiled_partition<N>(cg::this_thread_block()), N, out);
}

__global__ void pass_in_run_time_tile(unsigned* out, unsigned n) {
  pass_round(cg::tiled_partition(cg::this_thread_block(), n), n, out);
}

void expect_passed(const std::vector<unsigned>& seen, unsigned n) {
  SCOPED_TRACE("tile of " + std::to_string(n));
  for (unsigned t = 0; t < seen.size(); ++t) {
    const unsigned number = t / n, first = number * n;
    const unsigned passed = first + (t - first + number + 1) % n;
    ASSERT_EQ(seen[t], number % 2 == 0 ? passed : t) << "thread " << t;
  }
}

template <unsigned N>
void expect_passing() {
  DeviceArray<unsigned> out(256);
  hipLaunchKernelGGL(pass_in_tile<N>, dim3(1), dim3(32, 8), 0, 0, out.data());
  expect_passed(out.host(), N);
}

TEST(ThreadBlockTile, SynchronizesItsThreadsAlone) {
  expect_passing<1>();
  expect_passing<4>();
  expect_passing<32>();
}

TEST(TiledPartition, TakesASizeKnownAtRunTime) {
  for (unsigned n = 1; n <= warp_size_of_device(); n *= 2) {
    DeviceArray<unsigned> out(256);
    hipLaunchKernelGGL(pass_in_run_time_tile, dim3(1), dim3(32, 8), 0, 0, out.data(), n);
    expect_passed(out.host(), n);
  }
}

struct Member {
  unsigned size, rank, first, below, above;
};

// Every fifth thread leaves, every third of the others forms a group.
__global__ void gather_thirds(Member* members) {
  const unsigned thread = linear_thread();
  if (thread % 5 == 4) return;
  if (thread % 3 == 0) {
    const cg::coalesced_group group = cg::coalesced_threads();
    Member& member = members[thread];
    member.size = group.size();
    member.rank = group.thread_rank();
    member.first = group.shfl(thread, 0);
    member.below = group.shfl_up(thread, 1u);
    group.sync();
    member.above = group.shfl_down(thread, 2u);
  }
}

TEST(CoalescedGroup, IsTheLanesThatAreTogether) {
  const unsigned warp = warp_size_of_device();
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(text_of(block));
    const unsigned n = size_of(block);
    DeviceArray<Member> members(n, Member{77, 77, 77, 77, 77});
    hipLaunchKernelGGL(gather_thirds, dim3(1), block, 0, 0, members.data());
    const std::vector<Member> seen = members.host();
    for (unsigned first = 0; first < n; first += warp) {
      std::vector<unsigned> group;
      for (unsigned t = first; t < n && t < first + warp; ++t) {
        if (t % 5 != 4 && t % 3 == 0) {
          group.push_back(t);
        } else {
          ASSERT_EQ(seen[t].size, 77u) << "thread " << t;
        }
      }
      for (unsigned rank = 0; rank < group.size(); ++rank) {
        const Member& member = seen[group[rank]];
        SCOPED_TRACE("thread " + std::to_string(group[rank]));
        ASSERT_EQ(member.size, group.size());
        ASSERT_EQ(member.rank, rank);
        ASSERT_EQ(member.first, group[0]);
        ASSERT_EQ(member.below, group[rank == 0 ? 0 : rank - 1]);
        ASSERT_EQ(member.above, group[rank + 2 < group.size() ? rank + 2 : rank]);
      }
    }
  }
}

}  // namespace
