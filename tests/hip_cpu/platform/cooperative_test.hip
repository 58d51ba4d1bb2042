// Grids whose blocks wait for each other.
#include <gtest/gtest.h>
#include <hip/hip_cooperative_groups.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

namespace cg = cooperative_groups;

// In each round every block reads the value that its neighbour wrote in the round before.
__global__ void pass_on(int* cells, int rounds) {
  __shared__ int seen;
  const cg::grid_group grid = cg::this_grid();
  const auto blocks = static_cast<unsigned>(grid.num_blocks());
  const auto block = static_cast<unsigned>(grid.block_rank());
  for (int round = 0; round < rounds; ++round) {
    if (thread_number() == 0) seen = cells[(block + 1) % blocks];
    grid.sync();
    if (thread_number() + 1 == size_of(blockDim)) cells[block] = seen + 1;
    grid.sync();
  }
}

__global__ void describe(unsigned long long* out) {
  const cg::grid_group grid = cg::this_grid();
  out[grid.thread_rank()] = grid.size() * 10 + (grid.is_valid() ? 1 : 0);
}

__global__ void half_waits(int* out) {
  if (blockIdx.x % 2 == 0) cg::this_grid().sync();
  out[blockIdx.x] = 1;
}

hipError_t pass(DeviceArray<int>& cells, int rounds, dim3 grid, dim3 block,
                hipStream_t stream = nullptr) {
  int* to = cells.data();
  void* arguments[] = {&to, &rounds};
  return hipLaunchCooperativeKernel(pass_on, grid, block, arguments, 0, stream);
}

TEST(Cooperative, BlocksOfAGridWaitForEachOther) {
  for (const dim3 shape : block_shapes) {
    DeviceArray<int> cells(std::vector<int>{0, 10, 20, 30, 40, 50});
    EXPECT_EQ(pass(cells, 5, dim3(3, 1, 2), shape), hipSuccess);
    EXPECT_EQ(cells.host(), (std::vector<int>{55, 5, 15, 25, 35, 45})) << text_of(shape);
  }
}

TEST(Cooperative, TheNumberOfOsThreadsForOrdinaryGridsSetsNoLimit) {
  const OsThreads one(1);
  DeviceArray<int> cells(std::vector<int>(256, 0));
  EXPECT_EQ(pass(cells, 3, dim3(256), dim3(2)), hipSuccess);
  EXPECT_EQ(cells.host(), std::vector<int>(256, 3));
}

TEST(Cooperative, TooManyBlocksAreRefused) {
  DeviceArray<int> cells(std::vector<int>(257, 0));
  EXPECT_EQ(pass(cells, 1, dim3(257), dim3(1)), hipErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(hipGetLastError(), hipErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(pass(cells, 1, dim3(2), dim3(1025)), hipErrorInvalidConfiguration);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidConfiguration);
  EXPECT_EQ(cells.host(), std::vector<int>(257, 0));
}

TEST(Cooperative, ThreadsHaveRanksInTheGrid) {
  DeviceArray<unsigned long long> out(2 * 3 * 6);
  unsigned long long* to = out.data();
  void* arguments[] = {&to};
  EXPECT_EQ(hipLaunchCooperativeKernel(describe, dim3(2, 3), dim3(3, 2), arguments), hipSuccess);
  EXPECT_EQ(out.host(), std::vector<unsigned long long>(36, 361));
  hipLaunchKernelGGL(describe, dim3(2, 3), dim3(3, 2), 0, nullptr, to);
  EXPECT_EQ(out.host(), std::vector<unsigned long long>(36, 360)) << "not cooperative";
}

TEST(Cooperative, LaunchesIntoStreamsAndGraphsComeInOrder) {
  DeviceArray<int> cells(std::vector<int>{0, 1});
  hipStream_t stream = nullptr;
  hipGraph_t graph = nullptr;
  hipGraphExec_t ready = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  EXPECT_EQ(pass(cells, 1, dim3(2), dim3(40), stream), hipSuccess);
  ASSERT_EQ(hipStreamSynchronize(stream), hipSuccess);
  EXPECT_EQ(cells.host(), (std::vector<int>{2, 1}));
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal), hipSuccess);
  EXPECT_EQ(pass(cells, 1, dim3(2), dim3(40), stream), hipSuccess);
  ASSERT_EQ(hipStreamEndCapture(stream, &graph), hipSuccess);
  EXPECT_EQ(cells.host(), (std::vector<int>{2, 1})) << "captured, not run";
  ASSERT_EQ(hipGraphInstantiate(&ready, graph, nullptr, nullptr, 0), hipSuccess);
  for (int i = 0; i < 2; ++i) ASSERT_EQ(hipGraphLaunch(ready, stream), hipSuccess);
  ASSERT_EQ(hipStreamSynchronize(stream), hipSuccess);
  EXPECT_EQ(cells.host(), (std::vector<int>{4, 3}));
  EXPECT_EQ(hipGraphExecDestroy(ready), hipSuccess);
  EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
}

TEST(CooperativeDeathTest, AGridThatWaitsForEndedBlocksIsToldSo) {
  DeviceArray<int> out(4);
  int* to = out.data();
  void* arguments[] = {&to};
  EXPECT_DEATH(
      static_cast<void>(hipLaunchCooperativeKernel(half_waits, dim3(4), dim3(8), arguments)),
      "2 of 4 blocks of kernel wait for ever at a barrier of the grid .the other 2 have "
      "ended without it., let all blocks");
}

TEST(CooperativeDeathTest, AnOrdinaryGridCannotWaitForItself) {
  DeviceArray<int> out(4);
  EXPECT_DEATH(hipLaunchKernelGGL(half_waits, dim3(4), dim3(8), 0, nullptr, out.data()),
               "start it by hipLaunchCooperativeKernel");
}

}  // namespace
