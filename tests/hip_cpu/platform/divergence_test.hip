// Warp operations where lanes have parted: branches, loops of different lengths, lanes that have
// exited. The lanes that reach the same call are active; a mask names them outright.
#include <gtest/gtest.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

using Mask = unsigned long long;

constexpr Mask even_lanes = 0x5555555555555555ull;
constexpr Mask every_fourth_from_1 = 0x2222222222222222ull;

Mask lanes_of(int warp) { return warp == 64 ? ~0ull : 0xffffffffull; }

template <typename Test>
void for_both_warp_sizes(Test test) {
  for (const int warp : {32, 64}) {
    SCOPED_TRACE("warp " + std::to_string(warp));
    const WarpSize size(warp);
    test(warp);
  }
}

__global__ void ballot_in_branches(Mask* out) {
  const unsigned lane = __lane_id();
  Mask in_branch = 0;
  if (lane % 2 == 0) {
    in_branch = __ballot(1);
  } else if (lane % 4 == 1) {
    in_branch = __ballot(1);
  }
  out[thread_number()] = in_branch;
  out[blockDim.x + thread_number()] = __ballot(1);
}

TEST(Divergence, ABranchsLanesMeetEachOtherAndAllMeetAfterIt) {
  for_both_warp_sizes([](int warp) {
    DeviceArray<Mask> out(2 * 128);
    hipLaunchKernelGGL(ballot_in_branches, dim3(1), dim3(128), 0, nullptr, out.data());
    const std::vector<Mask> seen = out.host();
    for (unsigned thread = 0; thread < 128; ++thread) {
      Mask expected = 0;
      if (thread % 2 == 0) expected = even_lanes;
      if (thread % 4 == 1) expected = every_fourth_from_1;
      ASSERT_EQ(seen[thread], expected & lanes_of(warp)) << thread;
      ASSERT_EQ(seen[128 + thread], lanes_of(warp)) << thread;
    }
  });
}

__global__ void shuffle_in_half(int* out) {
  const int lane = static_cast<int>(__lane_id());
  int value = lane;
  if (lane < 16) value = __shfl(value, lane + 1);
  out[thread_number()] = __shfl_xor(value, 1);
}

TEST(Divergence, AnInactiveSourceGivesTheReadersOwnValue) {
  for_both_warp_sizes([](int warp) {
    DeviceArray<int> out(64);
    hipLaunchKernelGGL(shuffle_in_half, dim3(1), dim3(64), 0, nullptr, out.data());
    const std::vector<int> seen = out.host();
    const auto after_branch = [](int lane) { return lane < 15 ? lane + 1 : lane; };
    for (int thread = 0; thread < 64; ++thread)
      ASSERT_EQ(seen[thread], after_branch(thread % warp ^ 1)) << thread;
  });
}

// Lane l goes l % 8 times through the loop.
__global__ void loop_by_lane(Mask* out) {
  const unsigned lane = __lane_id();
  Mask* mine = out + thread_number() * 8;
  for (unsigned step = 0; step < lane % 8; ++step) mine[step] = __activemask();
  mine[7] = __activemask();
}

TEST(Divergence, ALoopsLanesBecomeFewerAndAllMeetAfterIt) {
  for_both_warp_sizes([](int warp) {
    DeviceArray<Mask> out(64 * 8);
    hipLaunchKernelGGL(loop_by_lane, dim3(1), dim3(64), 0, nullptr, out.data());
    const std::vector<Mask> seen = out.host();
    for (unsigned thread = 0; thread < 64; ++thread) {
      for (unsigned step = 0; step < thread % 8; ++step) {
        Mask expected = 0;
        for (unsigned lane = 0; lane < 64; ++lane)
          if (lane % 8 > step) expected |= Mask{1} << lane;
        ASSERT_EQ(seen[thread * 8 + step], expected & lanes_of(warp))
            << "thread " << thread << ", step " << step;
      }
      ASSERT_EQ(seen[thread * 8 + 7], lanes_of(warp)) << "thread " << thread;
    }
  });
}

__device__ Mask ballot_for(hip_cpu::Site site = hip_cpu::Site::here()) { return __ballot(1, site); }

__global__ void ballot_through_function(Mask* out) {
  Mask before = 0;
  if (__lane_id() < 8) before = ballot_for();
  out[thread_number()] = before;
  out[64 + thread_number()] = ballot_for();
}

TEST(Divergence, AFunctionThatPassesItsCallersSiteOnIsToldApartByCaller) {
  for_both_warp_sizes([](int warp) {
    DeviceArray<Mask> out(2 * 64);
    hipLaunchKernelGGL(ballot_through_function, dim3(1), dim3(64), 0, nullptr, out.data());
    const std::vector<Mask> seen = out.host();
    for (int thread = 0; thread < 64; ++thread) {
      ASSERT_EQ(seen[thread], thread % warp < 8 ? 0xffull : 0ull) << thread;
      ASSERT_EQ(seen[64 + thread], lanes_of(warp)) << thread;
    }
  });
}

__global__ void ballot_after_exit(Mask* out, unsigned staying) {
  if (__lane_id() >= staying) return;
  out[thread_number()] = __ballot(1);
  out[128 + thread_number()] = __ballot_sync(~0ull, 1);
}

TEST(Divergence, LanesThatHaveExitedAreNotWaitedFor) {
  for_both_warp_sizes([](int warp) {
    for (const unsigned staying : {1u, 5u, 31u}) {
      DeviceArray<Mask> out(2 * 128);
      hipLaunchKernelGGL(ballot_after_exit, dim3(1), dim3(128), 0, nullptr, out.data(), staying);
      const std::vector<Mask> seen = out.host();
      for (unsigned thread = 0; thread < 128; ++thread) {
        const Mask expected = thread % warp < staying ? (Mask{1} << staying) - 1 : 0;
        ASSERT_EQ(seen[thread], expected) << thread;
        ASSERT_EQ(seen[128 + thread], expected) << thread;
      }
    }
  });
}

// Each half of a warp reduces by itself, from two places in the source.
__global__ void sum_halves(int* out) {
  const unsigned lane = __lane_id();
  int sum = static_cast<int>(lane);
  if (lane < 16) {
    for (int distance = 8; distance > 0; distance /= 2)
      sum += __shfl_xor_sync(0xffffull, sum, distance);
  } else if (lane < 32) {
    for (int distance = 8; distance > 0; distance /= 2)
      sum += __shfl_xor_sync(0xffff0000ull, sum, distance);
  }
  out[thread_number()] = sum;
}

TEST(Divergence, AMaskIsWaitedForExactly) {
  for_both_warp_sizes([](int warp) {
    DeviceArray<int> out(128);
    hipLaunchKernelGGL(sum_halves, dim3(1), dim3(128), 0, nullptr, out.data());
    const std::vector<int> seen = out.host();
    for (int thread = 0; thread < 128; ++thread) {
      const int lane = thread % warp;
      ASSERT_EQ(seen[thread], lane < 16 ? 120 : lane < 32 ? 376 : lane) << thread;
    }
  });
}

// Lanes of one mask call from both branches.
__global__ void meet_from_both_branches(int* out) {
  const int lane = static_cast<int>(__lane_id());
  if (lane % 2 == 0) {
    out[thread_number()] = __shfl_sync(~0ull, lane, 1);
  } else {
    out[thread_number()] = __shfl_sync(~0ull, lane + 500, 0);
  }
}

TEST(Divergence, AMaskIsMetFromDifferentPlaces) {
  for_both_warp_sizes([](int) {
    DeviceArray<int> out(64);
    hipLaunchKernelGGL(meet_from_both_branches, dim3(1), dim3(64), 0, nullptr, out.data());
    const std::vector<int> seen = out.host();
    for (int thread = 0; thread < 64; ++thread)
      ASSERT_EQ(seen[thread], thread % 2 == 0 ? 501 : 0) << thread;
  });
}

// Half of every warp goes to the barrier at once, the other half after a shuffle.
__global__ void shuffle_before_barrier(int* out) {
  __shared__ int values[128];
  const int lane = static_cast<int>(__lane_id());
  values[thread_number()] = lane;
  if (lane < 16) values[thread_number()] = __shfl_xor(lane, 1) + 1000;
  __syncthreads();
  out[thread_number()] = values[127 - thread_number()];
}

TEST(Divergence, LanesAtABarrierAreNotWaitedFor) {
  for_both_warp_sizes([](int warp) {
    DeviceArray<int> out(128);
    hipLaunchKernelGGL(shuffle_before_barrier, dim3(1), dim3(128), 0, nullptr, out.data());
    const std::vector<int> seen = out.host();
    for (int thread = 0; thread < 128; ++thread) {
      const int lane = (127 - thread) % warp;
      ASSERT_EQ(seen[thread], lane < 16 ? (lane ^ 1) + 1000 : lane) << thread;
    }
  });
}

// Each of three lanes waits for the next one, under another mask.
__global__ void wait_for_each_other(Mask* out) {
  const Mask masks[] = {0b011, 0b110, 0b101};
  out[__lane_id()] = __ballot_sync(masks[__lane_id()], 1);
}

TEST(DivergenceDeathTest, LanesThatWaitForEverEndTheProcessWithAReason) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  DeviceArray<Mask> out(3);
  EXPECT_DEATH(hipLaunchKernelGGL(wait_for_each_other, dim3(1), dim3(3), 0, nullptr, out.data()),
               "hip_cpu: threads of block .0, 0, 0. of wait_for_each_other wait for ever");
}

}  // namespace
