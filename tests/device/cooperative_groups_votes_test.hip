// Features of HIP's cooperative groups since ROCm 5.2 that CUDA's have too: votes of tiles and of
// coalesced groups, tiles of tiles and of coalesced groups, and a group's number among the tiles
// that a partition makes.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

// ROCm's needs the header above before it.
#include <hip/hip_cooperative_groups.h>

#include <algorithm>
#include <string>

#include "tests/support/device_array.hpp"

namespace {

namespace cg = cooperative_groups;

unsigned warp_size_of_device() {
  hipDeviceProp_t properties;
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  return static_cast<unsigned>(properties.warpSize);
}

struct Votes {
  unsigned long long thirds;
  int any_seventh, all_but_seventh;
};

template <class Group>
__device__ Votes votes_of(const Group& group, unsigned thread) {
  return {group.ballot(thread % 3 == 0), group.any(thread % 7 == 0), group.all(thread % 7 != 0)};
}

// The votes that the threads of a group should see, in order of their ranks.
Votes votes_of(const std::vector<unsigned>& threads) {
  Votes votes{0, 0, 1};
  for (unsigned rank = 0; rank < threads.size(); ++rank) {
    if (threads[rank] % 3 == 0) votes.thirds |= 1ull << rank;
    if (threads[rank] % 7 == 0) votes.any_seventh = 1;
    if (threads[rank] % 7 == 0) votes.all_but_seventh = 0;
  }
  return votes;
}

void expect_votes(const Votes& seen, const Votes& expected, unsigned thread) {
  SCOPED_TRACE("thread " + std::to_string(thread));
  ASSERT_EQ(seen.thirds, expected.thirds);
  ASSERT_EQ(seen.any_seventh != 0, expected.any_seventh != 0);
  ASSERT_EQ(seen.all_but_seventh != 0, expected.all_but_seventh != 0);
}

// A tile in three leaves, so that the others vote alone.
template <unsigned N>
__global__ void vote_in_tiles(Votes* votes) {
  const unsigned thread = threadIdx.x;
  const auto tile = cg::tiled_partition<N>(cg::this_thread_block());
  if (thread / N % 3 == 1) return;
  votes[thread] = votes_of(tile, thread);
}

template <unsigned N>
void expect_tile_votes() {
  SCOPED_TRACE("tile of " + std::to_string(N));
  constexpr unsigned n = 192;
  const Votes untouched{77, 77, 77};
  DeviceArray<Votes> votes(n, untouched);
  hipLaunchKernelGGL(vote_in_tiles<N>, dim3(1), dim3(n), 0, 0, votes.data());
  const std::vector<Votes> seen = votes.host();
  for (unsigned first = 0; first < n; first += N) {
    std::vector<unsigned> threads;
    for (unsigned t = first; t < first + N; ++t) threads.push_back(t);
    for (const unsigned t : threads) {
      if (t / N % 3 == 1) {
        ASSERT_EQ(seen[t].thirds, untouched.thirds);
      } else {
        expect_votes(seen[t], votes_of(threads), t);
      }
    }
  }
}

TEST(GroupVotes, CountATilesThreadsByRank) {
  expect_tile_votes<1>();
  expect_tile_votes<4>();
  expect_tile_votes<16>();
  expect_tile_votes<32>();
}

struct Member {
  unsigned size, rank, meta_size, meta_rank;
  Votes votes;
};

template <class Group>
__device__ Member member_of(const Group& group, unsigned thread) {
  return {static_cast<unsigned>(group.num_threads()), static_cast<unsigned>(group.thread_rank()),
          static_cast<unsigned>(group.meta_group_size()),
          static_cast<unsigned>(group.meta_group_rank()), votes_of(group, thread)};
}

// A number of threads that five does not divide makes a group, cut into tiles of four.
__global__ void vote_coalesced(Member* whole, Member* tiles) {
  const unsigned thread = threadIdx.x;
  if (thread % 5 == 0) return;
  const cg::coalesced_group group = cg::coalesced_threads();
  whole[thread] = member_of(group, thread);
  const cg::coalesced_group tile = cg::tiled_partition(group, 4);
  tiles[thread] = member_of(tile, thread);
}

void expect_member(const Member& seen, const std::vector<unsigned>& threads, unsigned rank,
                   unsigned meta_size, unsigned meta_rank) {
  SCOPED_TRACE("thread " + std::to_string(threads[rank]));
  ASSERT_EQ(seen.size, threads.size());
  ASSERT_EQ(seen.rank, rank);
  ASSERT_EQ(seen.meta_size, meta_size);
  ASSERT_EQ(seen.meta_rank, meta_rank);
  expect_votes(seen.votes, votes_of(threads), threads[rank]);
}

TEST(GroupVotes, CountACoalescedGroupsThreadsByRank) {
  constexpr unsigned n = 150;
  const unsigned warp = warp_size_of_device();
  DeviceArray<Member> whole(n), tiles(n);
  hipLaunchKernelGGL(vote_coalesced, dim3(1), dim3(n), 0, 0, whole.data(), tiles.data());
  const std::vector<Member> seen = whole.host(), seen_in_tile = tiles.host();
  for (unsigned first = 0; first < n; first += warp) {
    std::vector<unsigned> group;
    for (unsigned t = first; t < n && t < first + warp; ++t)
      if (t % 5 != 0) group.push_back(t);
    const auto size = static_cast<unsigned>(group.size());
    for (unsigned rank = 0; rank < size; ++rank) {
      expect_member(seen[group[rank]], group, rank, 1, 0);
      const unsigned begin = rank / 4 * 4;
      const std::vector<unsigned> tile(group.begin() + begin,
                                       group.begin() + std::min(begin + 4, size));
      expect_member(seen_in_tile[group[rank]], tile, rank - begin, (size + 3) / 4, rank / 4);
    }
  }
}

// Tiles of four of a tile of 16 of the block, by type and at run time.
__global__ void nest(Member* outer, Member* inner, uint2* at_run_time) {
  const cg::thread_block block = cg::this_thread_block();
  const unsigned thread = block.thread_rank();
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  const auto part = cg::tiled_partition<4>(tile);
  const cg::thread_group same = cg::tiled_partition(tile, 4);
  outer[thread] = member_of(tile, thread);
  inner[thread] = member_of(part, thread);
  same.sync();
  at_run_time[thread].x = static_cast<unsigned>(same.size());
  at_run_time[thread].y = static_cast<unsigned>(same.thread_rank());
}

TEST(TiledPartition, CutsTiles) {
  const dim3 block(16, 5);
  constexpr unsigned n = 80;
  DeviceArray<Member> outer(n), inner(n);
  DeviceArray<uint2> at_run_time(n);
  hipLaunchKernelGGL(nest, dim3(1), block, 0, 0, outer.data(), inner.data(), at_run_time.data());
  const std::vector<Member> tiles = outer.host(), parts = inner.host();
  const std::vector<uint2> same = at_run_time.host();
  for (unsigned t = 0; t < n; ++t) {
    const auto threads_of = [t](unsigned size) {
      std::vector<unsigned> threads(size);
      for (unsigned i = 0; i < size; ++i) threads[i] = t / size * size + i;
      return threads;
    };
    expect_member(tiles[t], threads_of(16), t % 16, n / 16, t / 16);
    if (HasFatalFailure()) return;
    expect_member(parts[t], threads_of(4), t % 4, 4, t % 16 / 4);
    ASSERT_EQ(same[t].x, 4u);
    ASSERT_EQ(same[t].y, t % 4);
  }
}

__global__ void describe(dim3* extent, unsigned* tiles) {
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) *extent = block.group_dim();
  tiles[block.thread_rank()] = cg::tiled_partition<8>(block).meta_group_size();
}

TEST(TiledPartition, CountsAPartlyFilledTile) {
  DeviceArray<dim3> extent(1);
  DeviceArray<unsigned> tiles(3 * 5 * 7);
  hipLaunchKernelGGL(describe, dim3(1), dim3(3, 5, 7), 0, 0, extent.data(), tiles.data());
  const dim3 seen = extent.host()[0];
  EXPECT_EQ(seen.x, 3u);
  EXPECT_EQ(seen.y, 5u);
  EXPECT_EQ(seen.z, 7u);
  EXPECT_EQ(tiles.host(), std::vector<unsigned>(3 * 5 * 7, 14));
}

}  // namespace
