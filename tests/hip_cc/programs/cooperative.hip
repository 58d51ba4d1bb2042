// Grids whose blocks wait for each other, by both spellings of the launch.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <vector>

#include "expect.h"

namespace cg = cooperative_groups;

// The sum of all values in out[0], by a tree over the blocks' sums.
__global__ void sum(const int* values, int count, int* out) {
  __shared__ int of_block;
  const cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  for (int i = static_cast<int>(grid.thread_rank()); i < count; i += static_cast<int>(grid.size()))
    atomicAdd(&of_block, values[i]);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = of_block;
  for (unsigned half = gridDim.x / 2; half > 0; half /= 2) {
    grid.sync();
    if (threadIdx.x == 0 && blockIdx.x < half) out[blockIdx.x] += out[blockIdx.x + half];
  }
}

int main() {
  int device = 0, blocks = 0;
  hipDeviceProp_t properties;
  EXPECT_OK(hipGetDevice(&device));
  EXPECT_OK(hipGetDeviceProperties(&properties, device));
  EXPECT(properties.cooperativeLaunch == 1);
  EXPECT_OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, 64, 0));
  EXPECT(blocks >= 1);

  int count = 5000;
  const int* values = to_device(std::vector<int>(count, 3));
  int* out = to_device(std::vector<int>(16, 0));
  void* arguments[] = {&values, &count, &out};
  int result = 0;
  EXPECT_OK(hipLaunchCooperativeKernel(sum, dim3(16), dim3(64), arguments, 0, nullptr));
  EXPECT_OK(hipMemcpy(&result, out, sizeof result, hipMemcpyDeviceToHost));
  EXPECT(result == 15000);
  count = 100;
  EXPECT_OK(hipLaunchCooperativeKernel(reinterpret_cast<const void*>(sum), dim3(8), dim3(32),
                                       arguments, 0, nullptr));
  EXPECT_OK(hipMemcpy(&result, out, sizeof result, hipMemcpyDeviceToHost));
  EXPECT(result == 300);
  EXPECT(hipLaunchCooperativeKernel(sum, dim3(100000), dim3(64), arguments, 0, nullptr) ==
         hipErrorCooperativeLaunchTooLarge);
  return failures;
}
