// Sums, scans and broadcasts of a block, in blocks of every size. Calls follow each other on the
// same cells.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/block.hpp>
#include <string>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

// Whole numbers, negative ones too.
template <typename T>
__host__ __device__ T number(unsigned thread) {
  return static_cast<T>(static_cast<int>(thread * 29 % 83) - 45);
}

template <typename T>
struct BlockResults {
  T sum, most, least, before, total, up_to_here, of_last;
};

template <typename T>
__global__ void collect_block(BlockResults<T>* results) {
  __shared__ T cells[block_cells(1024)];
  const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const T own = number<T>(t);
  BlockResults<T> r;
  r.sum = block_sum(own, cells);
  r.most = block_max(own, cells);
  r.least = block_min(own, cells);
  r.before = block_exclusive_scan(own, cells, &r.total);
  r.up_to_here = block_inclusive_scan(own, cells);
  r.of_last = block_broadcast(own, threads - 1, cells);
  results[t] = r;
}

template <typename T>
void expect_right_block(dim3 block) {
  const unsigned threads = block.x * block.y * block.z;
  DeviceArray<BlockResults<T>> results(threads);
  hipLaunchKernelGGL(collect_block<T>, dim3(1), block, 0, 0, results.data());
  const std::vector<BlockResults<T>> found = results.host();
  T sum = 0, most = number<T>(0), least = most;
  for (unsigned t = 0; t < threads; ++t) {
    sum += number<T>(t);
    most = std::max(most, number<T>(t));
    least = std::min(least, number<T>(t));
  }
  T before = 0;
  for (unsigned t = 0; t < threads; ++t) {
    SCOPED_TRACE("thread " + std::to_string(t) + " of " + std::to_string(threads));
    ASSERT_EQ(found[t].sum, sum);
    ASSERT_EQ(found[t].most, most);
    ASSERT_EQ(found[t].least, least);
    ASSERT_EQ(found[t].total, sum);
    ASSERT_EQ(found[t].before, before);
    before += number<T>(t);
    ASSERT_EQ(found[t].up_to_here, before);
    ASSERT_EQ(found[t].of_last, number<T>(threads - 1));
  }
}

TEST(Block, CombinesBlocksOfEverySize) {
  for (unsigned threads = 1; threads <= 1024; ++threads) {
    expect_right_block<int>(dim3(threads));
    if (HasFatalFailure()) return;
  }
}

TEST(Block, CombinesFloatingPointNumbers) {
  for (const unsigned threads : {1u, 31u, 33u, 64u, 65u, 100u, 255u, 513u, 1000u, 1024u}) {
    expect_right_block<float>(dim3(threads));
    expect_right_block<double>(dim3(threads));
    if (HasFatalFailure()) return;
  }
}

TEST(Block, NumbersThreadsAlongXThenYThenZ) {
  for (const dim3 block :
       {dim3(7, 5), dim3(33, 3), dim3(4, 5, 6), dim3(1, 1, 37), dim3(16, 8, 8)}) {
    expect_right_block<int>(block);
    if (HasFatalFailure()) return;
  }
}

__global__ void count_warps(unsigned* warps) {
  if (threadIdx.x == 0) *warps = warps_of_block();
}

TEST(Block, HasACellForEachWarp) {
  hipDeviceProp_t properties;
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  const unsigned width = static_cast<unsigned>(properties.warpSize);
  for (const unsigned threads : {1u, 32u, 33u, 64u, 65u, 1024u}) {
    DeviceArray<unsigned> warps(1);
    hipLaunchKernelGGL(count_warps, dim3(1), dim3(threads), 0, 0, warps.data());
    EXPECT_EQ(warps.host()[0], (threads + width - 1) / width);
    EXPECT_LE(warps.host()[0], block_cells(threads));
  }
}

}  // namespace
