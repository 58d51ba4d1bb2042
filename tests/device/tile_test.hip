// TensorView, its tiles at ragged edges, SharedTile, and the block's copy between them.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include <sys/mman.h>

#include <hippuzzle/tile.hpp>

#include "tests/support/device_array.hpp"

namespace {

using hippuzzle::SharedTile;
using hippuzzle::TensorView;

TEST(TensorView, IndexesRowMajorMemory) {
  std::vector<int> memory(3 * 5);
  const TensorView<int> view(memory.data(), 3, 5);
  view(2, 4) = 7;
  view(1, 0) = 8;
  EXPECT_EQ(memory[14], 7);
  EXPECT_EQ(memory[5], 8);
  EXPECT_EQ(view.rows(), 3u);
  EXPECT_EQ(view.cols(), 5u);
  EXPECT_EQ(view.row_stride(), 5u);
}

TEST(TensorView, SkipsWhatTheRowStrideLeavesOut) {
  std::vector<int> memory(4 * 8);
  const TensorView<int> view(memory.data(), 4, 6, 8);
  view(3, 5) = 1;
  EXPECT_EQ(memory[29], 1);
}

TEST(TensorView, TilesKnowTheirValidExtent) {
  std::vector<int> memory(10 * 7);
  const TensorView<int> view(memory.data(), 10, 7);
  const auto inner = view.tile<4, 3>(1, 1);
  EXPECT_EQ(inner.rows(), 4u);
  EXPECT_EQ(inner.cols(), 3u);
  EXPECT_EQ(&inner(0, 0), &view(4, 3));
  EXPECT_EQ(&inner(3, 2), &view(7, 5));
  const auto corner = view.tile<4, 3>(2, 2);
  EXPECT_EQ(corner.rows(), 2u);
  EXPECT_EQ(corner.cols(), 1u);
  EXPECT_EQ(&corner(1, 0), &view(9, 6));
  const auto beyond = view.tile<4, 3>(3, 3);
  EXPECT_EQ(beyond.rows(), 0u);
  EXPECT_EQ(beyond.cols(), 0u);
}

TEST(TensorView, TileOfATileStaysInside) {
  std::vector<int> memory(9 * 9);
  const TensorView<int> view(memory.data(), 9, 9);
  const auto outer = view.tile<8, 8>(1, 0);
  const auto inner = outer.tile<4, 4>(0, 1);
  EXPECT_EQ(inner.rows(), 1u);
  EXPECT_EQ(inner.cols(), 4u);
  EXPECT_EQ(&inner(0, 3), &view(8, 7));
}

TEST(TensorView, ReachesBeyondFourBillionElements) {
  constexpr std::size_t bytes = 70000ull * 70000;
  void* const addresses =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(addresses, MAP_FAILED);
  char* const first = static_cast<char*>(addresses);
  const TensorView<char> view(first, 70000, 70000);
  EXPECT_EQ(&view(69999, 69999), first + (bytes - 1));
  const auto last_tile = view.tile<1000, 1000>(69, 69);
  EXPECT_EQ(&last_tile(999, 999), first + (bytes - 1));
  munmap(addresses, bytes);
}

constexpr unsigned tile_rows = 6;
constexpr unsigned tile_cols = 10;

// Every block writes its whole shared tile, zeros included, to its own part of `out`.
template <typename T>
__global__ void copy_tiles(const T* in, unsigned rows, unsigned cols, T poison, T* out) {
  __shared__ SharedTile<T, tile_rows, tile_cols> tile;
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned threads = blockDim.x * blockDim.y;
  for (unsigned i = thread; i < tile_rows * tile_cols; i += threads)
    tile(i / tile_cols, i % tile_cols) = poison;
  __syncthreads();

  const TensorView<const T> matrix(in, rows, cols);
  copy_tile_async(tile, matrix.template tile<tile_rows, tile_cols>(blockIdx.y, blockIdx.x), thread,
                  threads);
  hippuzzle::async_copy_wait_all();
  __syncthreads();

  T* part = out + (blockIdx.y * gridDim.x + blockIdx.x) * (tile_rows * tile_cols);
  for (unsigned i = threads - 1 - thread; i < tile_rows * tile_cols; i += threads)
    part[i] = tile(i / tile_cols, i % tile_cols);
}

template <typename T>
void expect_tiles(unsigned rows, unsigned cols, dim3 block) {
  std::vector<T> matrix(rows * cols);
  for (unsigned i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<T>(i % 100 + 1);
  const dim3 grid((cols + tile_cols - 1) / tile_cols, (rows + tile_rows - 1) / tile_rows);
  DeviceArray<T> in(matrix), out(grid.x * grid.y * tile_rows * tile_cols, T(77));
  hipLaunchKernelGGL(copy_tiles<T>, grid, block, 0, 0, in.data(), rows, cols, T(99), out.data());
  const std::vector<T> result = out.host();
  for (unsigned by = 0; by < grid.y; ++by)
    for (unsigned bx = 0; bx < grid.x; ++bx)
      for (unsigned i = 0; i < tile_rows * tile_cols; ++i) {
        const unsigned row = by * tile_rows + i / tile_cols;
        const unsigned col = bx * tile_cols + i % tile_cols;
        const T expected = row < rows && col < cols ? matrix[row * cols + col] : T(0);
        ASSERT_EQ(result[(by * grid.x + bx) * tile_rows * tile_cols + i], expected)
            << "tile (" << by << ", " << bx << "), element " << i;
      }
}

TEST(CopyTileAsync, FillsWithZerosWhatLiesOutside) { expect_tiles<float>(15, 23, dim3(10, 6)); }
TEST(CopyTileAsync, CopiesWholeTiles) { expect_tiles<float>(12, 30, dim3(10, 6)); }
TEST(CopyTileAsync, TakesFewerThreadsThanElements) { expect_tiles<float>(15, 23, dim3(7)); }
TEST(CopyTileAsync, TakesMoreThreadsThanElements) { expect_tiles<float>(15, 23, dim3(32, 4)); }
TEST(CopyTileAsync, TakesOneThread) { expect_tiles<float>(7, 11, dim3(1)); }
TEST(CopyTileAsync, CopiesElementsOfEverySize) {
  expect_tiles<double>(15, 23, dim3(10, 6));
  expect_tiles<short>(15, 23, dim3(10, 6));
  expect_tiles<unsigned char>(15, 23, dim3(10, 6));
}

}  // namespace
