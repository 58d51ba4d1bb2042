// copy_async with a layout of threads: whole and ragged tiles, elements and vectors of 16 bytes,
// and any arrangement of the threads and of the shared tile. Each test inspects every element of
// the shared memory, also the elements that the copy must leave alone.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/tensor_copy.hpp>
#include <string>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

constexpr int poison = 99;

// A row-major matrix of `rows` x `cols` elements whose rows begin `pitch` elements apart.
struct Extents {
  int rows, cols, pitch;
};

template <class T>
std::vector<T> numbered(Extents extents) {
  std::vector<T> matrix(extents.rows * extents.pitch);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<T>(i % 97 + 1);
  return matrix;
}

// Every block copies tile (blockIdx.y, blockIdx.x), in vectors of `lanes` elements along the rows,
// to shared memory that is laid out as Shared says, and then gives all of that memory to the host.
template <class T, class Threads, class Shared, int lanes>
struct TileCopy {
  static constexpr int tile_rows = decltype(size<0>(Shared{}))::value;
  static constexpr int tile_cols = decltype(size<1>(Shared{}))::value;
  static constexpr int elements = decltype(cosize(Shared{}))::value;
  static constexpr unsigned threads = decltype(size(Threads{}))::value;

  __device__ static void run(const T* in, Extents extents, T* out) {
    __shared__ StaticTensor<T, Shared, 16> tile;
    for (unsigned i = threadIdx.x; i < elements; i += threads) tile.values[i] = T(poison);
    __syncthreads();

    const auto matrix = make_tensor(in, make_layout(make_shape(extents.rows, extents.cols),
                                                    make_stride(extents.pitch, Int<1>{})));
    const auto source = matrix.template tile<tile_rows, tile_cols>(static_cast<int>(blockIdx.y),
                                                                   static_cast<int>(blockIdx.x));
    if constexpr (lanes == 1) {
      copy_async(Threads{}, tile.view(), source, threadIdx.x);
    } else {
      copy_async(Threads{}, tile.view().template vectorize<1, lanes>(),
                 source.template vectorize<1, lanes>(), threadIdx.x);
    }
    async_copy_wait_all();
    __syncthreads();

    T* const part = out + (blockIdx.y * gridDim.x + blockIdx.x) * elements;
    for (unsigned i = threads - 1 - threadIdx.x; i < elements; i += threads)
      part[i] = tile.values[i];
  }

  // The values that block (block_row, block_col) should give back: whole vectors of the matrix,
  // zeros in the rest of the tile, poison in the gaps of its layout.
  static std::vector<T> expected(const std::vector<T>& matrix, Extents extents, int block_row,
                                 int block_col) {
    std::vector<T> values(elements, T(poison));
    for (int i = 0; i < tile_rows; ++i)
      for (int j = 0; j < tile_cols; ++j) {
        const int row = block_row * tile_rows + i, col = block_col * tile_cols + j;
        const bool inside = row < extents.rows && col < extents.cols / lanes * lanes;
        values[Shared{}(i, j)] = inside ? matrix[row * extents.pitch + col] : T(0);
      }
    return values;
  }
};

template <class Copy, class T>
__global__ void copy_tiles(const T* in, Extents extents, T* out) {
  Copy::run(in, extents, out);
}

template <class T, int lanes = 1, class Threads, class Shared>
void expect_copied(Threads, Shared, Extents extents) {
  SCOPED_TRACE(std::to_string(extents.rows) + " x " + std::to_string(extents.cols));
  using Copy = TileCopy<T, Threads, Shared, lanes>;
  const int grid_rows = (extents.rows + Copy::tile_rows - 1) / Copy::tile_rows;
  const int grid_cols = (extents.cols + Copy::tile_cols - 1) / Copy::tile_cols;
  const std::vector<T> matrix = numbered<T>(extents);
  DeviceArray<T> in(matrix), out(grid_rows * grid_cols * Copy::elements, T(77));
  hipLaunchKernelGGL((copy_tiles<Copy, T>), dim3(grid_cols, grid_rows), dim3(Copy::threads), 0, 0,
                     in.data(), extents, out.data());
  const std::vector<T> seen = out.host();
  for (int block = 0; block < grid_rows * grid_cols; ++block) {
    const auto begin = seen.begin() + block * Copy::elements;
    ASSERT_EQ(std::vector<T>(begin, begin + Copy::elements),
              Copy::expected(matrix, extents, block / grid_cols, block % grid_cols))
        << "block " << block;
  }
}

TEST(CopyAsync, CopiesWholeTiles) {
  expect_copied<float>(row_major<4, 8>(), row_major<8, 16>(), {24, 48, 48});
}

TEST(CopyAsync, FillsWithZerosWhatLiesOutside) {
  for (const Extents extents : {Extents{21, 37, 37}, Extents{1, 1, 1}, Extents{8, 17, 40}})
    expect_copied<float>(row_major<4, 8>(), row_major<8, 16>(), extents);
}

TEST(CopyAsync, TakesThreadsThatDoNotDivideTheTile) {
  expect_copied<float>(row_major<3, 5>(), row_major<8, 16>(), {21, 37, 37});
  expect_copied<float>(row_major<7, 9>(), row_major<8, 16>(), {16, 32, 32});
}

TEST(CopyAsync, TakesMoreThreadsThanElements) {
  expect_copied<float>(row_major<16, 16>(), row_major<6, 10>(), {13, 23, 23});
  expect_copied<float>(row_major<2, 64>(), row_major<6, 10>(), {12, 20, 20});
}

TEST(CopyAsync, TakesOneThread) {
  expect_copied<float>(row_major<1, 1>(), row_major<3, 4>(), {7, 10, 10});
}

TEST(CopyAsync, TakesThreadsInAnyOrder) {
  expect_copied<float>(col_major<4, 8>(), row_major<8, 16>(), {21, 37, 37});
}

TEST(CopyAsync, FollowsTheSharedLayout) {
  expect_copied<float>(row_major<4, 8>(), col_major<8, 16>(), {21, 37, 37});
  const auto padded =
      make_layout(make_shape(Int<8>{}, Int<16>{}), make_stride(Int<20>{}, Int<1>{}));
  expect_copied<float>(row_major<4, 8>(), padded, {21, 37, 37});
}

TEST(CopyAsync, CopiesElementsOfEverySize) {
  expect_copied<unsigned char>(row_major<4, 8>(), row_major<8, 16>(), {21, 37, 37});
  expect_copied<short>(row_major<4, 8>(), row_major<8, 16>(), {21, 37, 37});
  expect_copied<int>(row_major<4, 8>(), row_major<8, 16>(), {21, 37, 37});
  expect_copied<double>(row_major<4, 8>(), row_major<8, 16>(), {21, 37, 37});
}

TEST(CopyAsync, CopiesVectorsOf16Bytes) {
  const auto threads = row_major<4, 4>();
  const auto tile = row_major<8, 32>();
  expect_copied<float, 4>(threads, tile, {16, 64, 64});
  expect_copied<int, 4>(threads, tile, {13, 52, 52});
  expect_copied<double, 2>(threads, tile, {13, 52, 52});
  expect_copied<unsigned char, 16>(threads, tile, {13, 80, 80});
}

TEST(CopyAsync, CopiesVectorsOf8Bytes) {
  const auto threads = row_major<4, 4>();
  const auto tile = row_major<8, 32>();
  expect_copied<float, 2>(threads, tile, {13, 52, 52});
}

TEST(CopyAsync, CopiesVectorsToPaddedRows) {
  const auto threads = row_major<2, 8>();
  const auto padded =
      make_layout(make_shape(Int<8>{}, Int<16>{}), make_stride(Int<20>{}, Int<1>{}));
  expect_copied<float, 4>(threads, padded, {21, 36, 40});
}

TEST(CopyAsync, LeavesOutAnIncompleteVectorAtTheEndOfARow) {
  const auto threads = row_major<4, 4>();
  const auto tile = row_major<8, 16>();
  for (const int cols : {37, 38, 39}) expect_copied<float, 4>(threads, tile, {13, cols, 40});
}

constexpr int list_tile = 50;
using ListTile = decltype(row_major<list_tile>());

__global__ void copy_list(const int* in, int n, int* out) {
  __shared__ SharedTensor<int, ListTile> shared;
  const int tile = static_cast<int>(blockIdx.x);
  copy_async(row_major<16>(), shared.view(), make_tensor(in, row_major(n)).tile<list_tile>(tile),
             threadIdx.x);
  async_copy_wait_all();
  __syncthreads();
  for (int i = 15 - static_cast<int>(threadIdx.x); i < list_tile; i += 16)
    out[tile * list_tile + i] = shared(i);
}

TEST(CopyAsync, CopiesTensorsOfOneMode) {
  const std::vector<int> list = numbered<int>({1, 127, 127});
  DeviceArray<int> in(list), out(150, 77);
  hipLaunchKernelGGL(copy_list, dim3(3), dim3(16), 0, 0, in.data(), 127, out.data());
  std::vector<int> expected = list;
  expected.resize(150);
  EXPECT_EQ(out.host(), expected);
}

using CubeThreads = decltype(row_major<2, 2, 4>());
using Cube = decltype(row_major<3, 4, 5>());

__global__ void copy_cube(const float* in, float* out) {
  __shared__ SharedTensor<float, Cube> shared;
  const auto whole = make_tensor(in, row_major(2, 7, 9));
  copy_async(CubeThreads{}, shared.view(), whole.tile<3, 4, 5>(0, 1, 1), threadIdx.x);
  async_copy_wait_all();
  __syncthreads();
  for (unsigned i = 15 - threadIdx.x; i < 60; i += 16) out[i] = shared.values[i];
}

TEST(CopyAsync, CopiesTensorsOfThreeModes) {
  const std::vector<float> whole = numbered<float>({14, 9, 9});
  DeviceArray<float> in(whole), out(60, 77.f);
  hipLaunchKernelGGL(copy_cube, dim3(1), dim3(16), 0, 0, in.data(), out.data());
  const std::vector<float> seen = out.host();
  for (int i = 0; i < 60; ++i) {
    const int z = i / 20, y = i / 5 % 4 + 4, x = i % 5 + 5;
    const bool inside = z < 2 && y < 7 && x < 9;
    EXPECT_EQ(seen[i], inside ? whole[(z * 7 + y) * 9 + x] : 0.f) << "element " << i;
  }
}

}  // namespace
