// __ballot, __any, __all, __activemask and __syncwarp, with and without masks, for both warp sizes
// and partly filled warps.
#include <gtest/gtest.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

using Mask = unsigned long long;

struct Votes {
  Mask ballot, ballot_sync, active;
  int any, all, any_sync, all_sync;
  unsigned lane;
};

// Lanes whose thread number is a multiple of `divisor` vote yes.
__global__ void vote(Votes* votes, unsigned divisor) {
  const int yes = thread_number() % divisor == 0 ? 256 : 0;
  votes[thread_number()] = {
      __ballot(yes), __ballot_sync(~0ull, yes), __activemask(),         __any(yes),
      __all(yes),    __any_sync(~0ull, yes),    __all_sync(~0ull, yes), __lane_id()};
}

void expect_votes(dim3 block, unsigned warp, unsigned divisor) {
  SCOPED_TRACE(text_of(block) + ", warp " + std::to_string(warp) + ", divisor " +
               std::to_string(divisor));
  const unsigned threads = size_of(block);
  DeviceArray<Votes> votes(threads);
  hipLaunchKernelGGL(vote, dim3(1), block, 0, nullptr, votes.data(), divisor);
  const std::vector<Votes> seen = votes.host();
  for (unsigned thread = 0; thread < threads; ++thread) {
    const unsigned first = thread / warp * warp;
    Mask yes = 0, active = 0;
    for (unsigned t = first; t < threads && t < first + warp; ++t) {
      active |= Mask{1} << (t - first);
      if (t % divisor == 0) yes |= Mask{1} << (t - first);
    }
    const Votes& mine = seen[thread];
    ASSERT_EQ(mine.ballot, yes) << "thread " << thread;
    ASSERT_EQ(mine.ballot_sync, yes);
    ASSERT_EQ(mine.active, active);
    ASSERT_EQ(mine.any != 0, yes != 0);
    ASSERT_EQ(mine.all != 0, yes == active);
    ASSERT_EQ(mine.any_sync != 0, yes != 0);
    ASSERT_EQ(mine.all_sync != 0, yes == active);
    ASSERT_EQ(mine.lane, thread - first);
  }
}

TEST(Vote, CountsTheLanesOfTheWarp) {
  for (const unsigned warp : {32u, 64u}) {
    const WarpSize size(static_cast<int>(warp));
    for (const dim3 block : block_shapes)
      for (const unsigned divisor : {1u, 2u, 40u}) expect_votes(block, warp, divisor);
  }
}

// Lane l writes, then reads the value that lane l + 1 wrote.
__global__ void exchange_through_memory(int* out) {
  __shared__ int values[128];
  const unsigned thread = thread_number();
  for (int step = 0; step < 5; ++step) {
    values[thread] = static_cast<int>(thread) + 100 * step;
    __syncwarp();
    out[thread] = values[thread ^ 1];
    __syncwarp();
  }
}

TEST(Vote, SyncwarpSeparatesWritesFromReadsOfAWarp) {
  for (const int warp : {32, 64}) {
    const WarpSize size(warp);
    DeviceArray<int> out(128);
    hipLaunchKernelGGL(exchange_through_memory, dim3(1), dim3(8, 16), 0, nullptr, out.data());
    const std::vector<int> seen = out.host();
    for (int thread = 0; thread < 128; ++thread) ASSERT_EQ(seen[thread], (thread ^ 1) + 400);
  }
}

}  // namespace
