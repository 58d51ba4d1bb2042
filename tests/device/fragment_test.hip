// Fragments: one thread loads each element of a matrix and stores it at the same place, on whole
// and ragged tiles; beyond the edge every element reads as zero, and nothing is stored.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/fragment.hpp>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

// 8 threads in 2 rows of 4, each with 2 x 2 values, repeated over 8 x 8.
__global__ void copy_through_fragments(float* out, float* sums, const float* in, int rows,
                                       int cols) {
  const auto tiled = repeat_tv(make_layout_tv(row_major<2, 4>(), row_major<2, 2>()), Ints<8, 8>{});
  const int thread = static_cast<int>(threadIdx.x);
  const int i = static_cast<int>(blockIdx.y), j = static_cast<int>(blockIdx.x);
  const auto values =
      load_fragment(tiled, make_tensor(in, row_major(rows, cols)).tile<8, 8>(i, j), thread);
  float sum = 0;
  for (int v = 0; v < size<1>(tiled.layout); ++v) sum += values(v);
  sums[(i * static_cast<int>(gridDim.x) + j) * 8 + thread] = sum;
  store_fragment(tiled, values, make_tensor(out, row_major(rows, cols)).tile<8, 8>(i, j), thread);
}

void expect_copied(int rows, int cols) {
  const int tiles_down = (rows + 7) / 8, tiles_across = (cols + 7) / 8;
  std::vector<float> matrix(static_cast<std::size_t>(rows * cols));
  float total = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) total += matrix[i] = static_cast<float>(i + 1);
  // The kernel must not change the elements after the matrix.
  DeviceArray<float> in(matrix), out(std::vector<float>(matrix.size() + 64, -7.0f)),
      sums(std::vector<float>(static_cast<std::size_t>(tiles_down * tiles_across * 8), -1.0f));
  hipLaunchKernelGGL(copy_through_fragments,
                     dim3(static_cast<unsigned>(tiles_across), static_cast<unsigned>(tiles_down)),
                     dim3(8), 0, 0, out.data(), sums.data(), in.data(), rows, cols);
  ASSERT_EQ(hipDeviceSynchronize(), hipSuccess);
  std::vector<float> expected = matrix;
  expected.resize(matrix.size() + 64, -7.0f);
  EXPECT_EQ(out.host(), expected) << rows << " x " << cols;
  float sum = 0;
  for (const float part : sums.host()) sum += part;
  EXPECT_EQ(sum, total) << rows << " x " << cols;
}

TEST(Fragment, LoadsAndStoresWholeTiles) {
  expect_copied(8, 8);
  expect_copied(16, 24);
}

TEST(Fragment, StopsAtTheEdgeOfARaggedMatrix) {
  expect_copied(1, 1);
  expect_copied(7, 9);
  expect_copied(13, 3);
  expect_copied(8, 17);
}

}  // namespace
