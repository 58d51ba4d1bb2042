// The built-in variables: every thread of every block runs once, with its own indices.
#include <gtest/gtest.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

struct Indices {
  unsigned thread_x, thread_y, thread_z, block_x, block_y, block_z, times;
};

__global__ void record(Indices* indices, dim3* dimensions) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  Indices& mine = indices[block_number() * threads + thread_number()];
  mine = {threadIdx.x, threadIdx.y, threadIdx.z,   blockIdx.x,
          blockIdx.y,  blockIdx.z,  mine.times + 1};
  dimensions[0] = blockDim;
  dimensions[1] = gridDim;
}

void expect_all_indices(dim3 grid, dim3 block) {
  SCOPED_TRACE("grid " + text_of(grid) + ", block " + text_of(block));
  DeviceArray<Indices> indices(size_of(grid) * size_of(block));
  DeviceArray<dim3> dimensions(2);
  hipLaunchKernelGGL(record, grid, block, 0, nullptr, indices.data(), dimensions.data());

  const std::vector<Indices> seen = indices.host();
  for (unsigned i = 0; i < seen.size(); ++i) {
    const unsigned thread = i % size_of(block), number = i / size_of(block);
    const Indices& mine = seen[i];
    ASSERT_EQ(mine.times, 1u) << "thread " << thread << " of block " << number;
    ASSERT_EQ(mine.thread_x, thread % block.x);
    ASSERT_EQ(mine.thread_y, thread / block.x % block.y);
    ASSERT_EQ(mine.thread_z, thread / block.x / block.y);
    ASSERT_EQ(mine.block_x, number % grid.x);
    ASSERT_EQ(mine.block_y, number / grid.x % grid.y);
    ASSERT_EQ(mine.block_z, number / grid.x / grid.y);
  }
  const std::vector<dim3> sizes = dimensions.host();
  EXPECT_EQ(text_of(sizes[0]), text_of(block));
  EXPECT_EQ(text_of(sizes[1]), text_of(grid));
}

TEST(Builtins, EveryThreadRunsOnceWithItsOwnIndices) {
  for (const dim3 block : block_shapes)
    for (const dim3 grid : {dim3(1), dim3(9), dim3(5, 4), dim3(3, 2, 4)})
      expect_all_indices(grid, block);
}

__global__ void count_blocks(unsigned* counts) { ++counts[block_number()]; }

TEST(Builtins, GridsOfManyBlocksMissNone) {
  for (const dim3 grid : {dim3(1000003), dim3(3, 65535), dim3(5, 3, 65535)}) {
    DeviceArray<unsigned> counts(size_of(grid));
    hipLaunchKernelGGL(count_blocks, grid, dim3(1), 0, nullptr, counts.data());
    EXPECT_EQ(counts.host(), std::vector<unsigned>(size_of(grid), 1)) << text_of(grid);
  }
}

__global__ void read_warp_size(int* size) { *size = warpSize; }

TEST(Builtins, WarpSizeIsTheChosenOne) {
  for (const int lanes : {32, 64}) {
    const WarpSize warp(lanes);
    DeviceArray<int> size(1);
    hipLaunchKernelGGL(read_warp_size, dim3(1), dim3(1), 0, nullptr, size.data());
    EXPECT_EQ(size.host()[0], lanes);
    hipDeviceProp_t properties;
    ASSERT_EQ(hipGetDeviceProperties(&properties, 0), hipSuccess);
    EXPECT_EQ(properties.warpSize, lanes);
  }
}

TEST(Builtins, OtherWarpSizesAreRefused) {
  const int before = hip_cpu_warp_size();
  for (const int lanes : {0, 1, 16, 33, 128}) EXPECT_EQ(hip_cpu_set_warp_size(lanes), 0) << lanes;
  EXPECT_EQ(hip_cpu_warp_size(), before);
}

}  // namespace
