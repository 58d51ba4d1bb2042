// The widest tiles of the CPU platform's two warp sizes, and the tiles that it refuses when a
// kernel runs. (tile_refusals.cmake has the tiles that it refuses to compile.)
#include <gtest/gtest.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

namespace cg = cooperative_groups;

// Every second tile sums its threads' numbers, by type and at run time; lanes of the last are
// missing.
__global__ void sum_in_widest(unsigned* sums, unsigned long long* ballots) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<64>(block);
  const unsigned thread = block.thread_rank();
  if (tile.meta_group_rank() % 2 == 1) return;
  unsigned sum = thread;
  for (unsigned step = 32; step > 0; step /= 2) {
    const unsigned other = tile.shfl_down(sum, step);
    if (thread + step < block.size() && tile.thread_rank() + step < 64) sum += other;
  }
  sums[thread] = tile.shfl(sum, 0);
  cg::tiled_partition(block, 64).sync();
  ballots[thread] = tile.ballot(thread % 2);
}

TEST(WidestTile, IsAWarpOf64Lanes) {
  const WarpSize size(64);
  DeviceArray<unsigned> sums(150, 7u);
  DeviceArray<unsigned long long> ballots(150, 7ull);
  hipLaunchKernelGGL(sum_in_widest, dim3(1), dim3(15, 10), 0, nullptr, sums.data(), ballots.data());
  const std::vector<unsigned> seen = sums.host();
  const std::vector<unsigned long long> votes = ballots.host();
  for (unsigned t = 0; t < 150; ++t) {
    const unsigned expected[] = {63 * 64 / 2, 7, 149 * 150 / 2 - 127 * 128 / 2};
    const unsigned long long expected_votes[] = {0xaaaaaaaaaaaaaaaa, 7, 0x2aaaaa};
    EXPECT_EQ(seen[t], expected[t / 64]) << "thread " << t;
    EXPECT_EQ(votes[t], expected_votes[t / 64]) << "thread " << t;
  }
}

// A full coalesced group of 64 lanes, cut at ranks that no 32-bit set of lanes has.
__global__ void cut_coalesced(unsigned* firsts) {
  const cg::coalesced_group tile = cg::tiled_partition(cg::coalesced_threads(), 16);
  firsts[threadIdx.x] = tile.shfl(threadIdx.x, 0) + 1000 * tile.meta_group_rank();
}

TEST(WidestTile, IsCutWhereItWasCoalesced) {
  const WarpSize size(64);
  DeviceArray<unsigned> firsts(128);
  hipLaunchKernelGGL(cut_coalesced, dim3(1), dim3(128), 0, nullptr, firsts.data());
  const std::vector<unsigned> seen = firsts.host();
  for (unsigned t = 0; t < 128; ++t) EXPECT_EQ(seen[t], t / 16 * 16 + 1000 * (t % 64 / 16));
}

__global__ void cut_at_run_time(unsigned threads) {
  cg::tiled_partition(cg::this_thread_block(), threads).sync();
}

__global__ void cut_into_64() { cg::tiled_partition<64>(cg::this_thread_block()).sync(); }

void expect_refused(unsigned threads, const char* message) {
  EXPECT_DEATH(
      {
        hipLaunchKernelGGL(cut_at_run_time, dim3(1), dim3(64), 0, nullptr, threads);
        (void)hipDeviceSynchronize();
      },
      message);
}

TEST(WidestTileDeathTest, IsTheWarp) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const WarpSize size(32);
  expect_refused(64, "tiles of 64 threads .*within a warp, which has 32 lanes");
  EXPECT_DEATH(
      {
        hipLaunchKernelGGL(cut_into_64, dim3(1), dim3(64), 0, nullptr);
        (void)hipDeviceSynchronize();
      },
      "tiles of 64 threads");
}

TEST(WidestTileDeathTest, HasAPowerOfTwoOfThreads) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  expect_refused(0, "tiles of 0 threads");
  expect_refused(12, "tiles of 12 threads");
}

}  // namespace
