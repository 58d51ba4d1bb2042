// Flags in global memory: a chain of blocks, each of which adds to the sum of the block before.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/global_flag.hpp>

#include "tests/support/device_array.hpp"

namespace {

using hippuzzle::GlobalFlag;

constexpr unsigned blocks = 40, threads = 96, warps = threads / 32;

// Rows of `out` are running sums; the flags of a block say that its row is complete, to the next
// block or, one each, to the next block's warps of 32.
template <bool AsWarp>
__global__ void add_down_the_rows(unsigned* out, GlobalFlag* flags) {
  const unsigned block = blockIdx.x, thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  unsigned above = 0;
  if (block > 0) {
    GlobalFlag* const before = flags + (block - 1) * warps;
    if constexpr (AsWarp) {
      before[warp].take_as_warp(lane);
    } else {
      if (thread == 0) before->take();
      __syncthreads();
    }
    above = out[(block - 1) * threads + thread];
  }
  out[block * threads + thread] = above + block * thread;
  if (block + 1 == gridDim.x) return;
  if constexpr (AsWarp) {
    flags[block * warps + warp].raise_as_warp(lane);
  } else {
    __syncthreads();
    if (thread == 0) flags[block * warps].raise();
  }
}

template <bool AsWarp>
void expect_sums_and_flags_down() {
  static_assert(sizeof(GlobalFlag) == sizeof(unsigned), "the test fills flags with zeros");
  DeviceArray<unsigned> flags(blocks * warps, 0u);
  for (unsigned launch = 0; launch < 3; ++launch) {
    DeviceArray<unsigned> out(blocks * threads, 12345u);
    hipLaunchKernelGGL(add_down_the_rows<AsWarp>, dim3(blocks), dim3(threads), 0, nullptr,
                       out.data(), reinterpret_cast<GlobalFlag*>(flags.data()));
    const std::vector<unsigned> sums = out.host();
    for (unsigned block = 0; block < blocks; ++block)
      for (unsigned thread = 0; thread < threads; ++thread)
        ASSERT_EQ(sums[block * threads + thread], thread * (block * (block + 1) / 2))
            << "launch " << launch << ", block " << block << ", thread " << thread;
    EXPECT_EQ(flags.host(), std::vector<unsigned>(blocks * warps, 0u));
  }
}

TEST(GlobalFlag, HandsOverFromBlockToBlockAndIsDownAfterwards) {
  expect_sums_and_flags_down<false>();
}
#if !HIPPUZZLE_PLATFORM_AMD  // without the means that wgmma needs
TEST(GlobalFlag, HandsOverFromWarpToWarp) {
  hipDeviceProp_t properties;
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  if (properties.warpSize != 32) GTEST_SKIP() << "a warp has " << properties.warpSize << " lanes";
  expect_sums_and_flags_down<true>();
}
#endif

}  // namespace
