// Tensors as views: which element an index reaches, where tiles end, and which calls are refused.
#include <gtest/gtest.h>

#include <array>
#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <numeric>
#include <vector>

#include "tests/unit/layout_support.hpp"

namespace hippuzzle {
namespace layout_tensor_test {

using testing::text_of;

// 0, 1, 2, … so that an element's value is its place in memory.
template <int count>
std::array<float, count> counting() {
  std::array<float, count> values;
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

TEST(LayoutTensor, ReadsAndWritesThroughItsLayout) {
  auto memory = counting<12>();
  const auto rows = make_tensor(memory.data(), row_major(3, 4));
  const auto columns = make_tensor(memory.data(), col_major<3, 4>());
  EXPECT_EQ(rows(1, 2), 6);
  EXPECT_EQ(columns(1, 2), 7);
  EXPECT_EQ(rows(make_coord(2, 3)), 11);
  EXPECT_EQ(rows(5), rows(2, 1));
  rows(2, 0) = 100;
  EXPECT_EQ(memory[8], 100);
}

TEST(LayoutTensor, WorksInConstantExpressions) {
  constexpr auto trace = [] {
    int memory[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto matrix = make_tensor(memory, row_major<3, 3>());
    return matrix(0, 0) + matrix(1, 1) + matrix.tile<1, 1>(2, 2)(0, 0);
  };
  static_assert(trace() == 15);
}

TEST(LayoutTensor, IsSliced) {
  auto memory = counting<24>();
  const auto tensor = make_tensor(memory.data(), row_major(4, 6));
  const auto row = tensor(2, _);
  const auto column = tensor(_, 5);
  EXPECT_EQ(size(row), 6);
  EXPECT_EQ(row(1), 13);
  EXPECT_EQ(column(3), 23);
}

TEST(LayoutTensor, CutsTilesThatEndAtTheEdge) {
  auto memory = counting<256>();  // tiles beyond the edge begin after the tensor
  const auto tensor = make_tensor(memory.data(), row_major(9, 7));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      const auto tile = tensor.tile<4, 4>(i, j);
      EXPECT_EQ(size<0>(tile), i < 2 ? 4 : 1);
      EXPECT_EQ(size<1>(tile), j < 1 ? 4 : 3);
      for (int r = 0; r < 4; ++r) {
        for (int c = 0; c < 4; ++c) {
          const int row = 4 * i + r, col = 4 * j + c;
          ASSERT_EQ(tile.contains(r, c), row < 9 && col < 7) << row << ", " << col;
          if (tile.contains(r, c)) {
            ASSERT_EQ(tile(r, c), row * 7 + col);
          }
        }
      }
    }
  }
  EXPECT_EQ(size(tensor.tile<4, 4>(3, 0)), 0) << "a tile beyond the edge is empty";
  EXPECT_FALSE((tensor.tile<4, 4>(7u, 5u).contains(0u, 0u)));
}

TEST(LayoutTensor, KeepsStaticExtentsThatTilesDivide) {
  float memory[64] = {};
  const auto tensor = make_tensor(memory, row_major<8, 8>());
  static_assert(is_static_v<decltype(tensor.tile<4, 2>(1, 1))::Layout>);
  static_assert(!is_static_v<decltype(tensor.tile<3, 2>(1, 1))::Layout>);
  EXPECT_EQ((tensor.tile<4, 2>(1, 3).data() - memory), 4 * 8 + 6);
  EXPECT_EQ((size<0>(tensor.tile<3, 2>(2, 1))), 2);
}

TEST(LayoutTensor, TilesOfTilesStayInTheirTile) {
  auto memory = counting<100>();
  const auto inner =
      make_tensor(memory.data(), row_major(10, 10)).tile<8, 8>(1, 1).tile<3, 3>(0, 0);
  EXPECT_EQ(inner(1, 1), 99);
  EXPECT_EQ(size(inner), 4) << "two rows and columns are left of the matrix";
}

TEST(LayoutTensor, CountsInVectors) {
  alignas(16) std::array<float, 32> memory = counting<32>();
  const auto vectors = make_tensor(memory.data(), row_major(4, Int<8>{})).vectorize<1, 4>();
  EXPECT_EQ(size<0>(vectors), 4);
  EXPECT_EQ(size<1>(vectors), 2);
  for (int lane = 0; lane < 4; ++lane) EXPECT_EQ(vectors(2, 1)[lane], 20 + lane);
  vectors(0, 0) = Vector<float, 4>{{9, 8, 7, 6}};
  EXPECT_EQ(memory[3], 6);

  const auto read_only =
      make_tensor(static_cast<const float*>(memory.data()), col_major<4, 8>()).vectorize<2, 1>();
  EXPECT_EQ(read_only(1, 3)[1], 15);
}

TEST(LayoutTensor, DividesAndComposesAsItsLayoutDoes) {
  auto memory = counting<128>();
  const auto tensor = make_tensor(memory.data(), row_major(8, 16));
  const auto tiles = zipped_divide(tensor, Ints<4, 8>{});
  EXPECT_EQ(tiles(make_coord(1, 2), make_coord(1, 1)), (4 + 1) * 16 + 8 + 2);
  EXPECT_EQ(local_tile(tensor, Ints<4, 8>{}, make_coord(1, 0))(3, 7), 7 * 16 + 7);

  const auto tiled = make_layout_tv(row_major<2, 4>(), row_major<2, 2>());
  const auto tile = tiles(_, make_coord(1, 1));
  const auto mine = composition(tile, tiled.layout)(5, _);
  EXPECT_EQ(size(mine), 4);
  EXPECT_EQ(mine(3), (4 + 3) * 16 + 8 + 3) << "thread 5 is at (1, 1), its last value at (3, 3)";
}

TEST(LayoutTensor, IsDealtToThreads) {
  auto memory = counting<64>();
  const auto tensor = make_tensor(memory.data(), row_major(8, 8));
  std::array<int, 64> seen = {};
  for (int thread = 0; thread < 8; ++thread) {
    const auto part = local_partition(tensor, row_major<2, 4>(), thread);
    EXPECT_EQ(text_of(part.layout()), "(4,2):(16,4)");
    for (int i = 0; i < size(part); ++i) ++seen[static_cast<size_t>(part(i))];
  }
  for (const int count : seen) EXPECT_EQ(count, 1);
}

TEST(StaticTensor, OwnsWhatItsLayoutNeeds) {
  RegisterTensor<float, decltype(row_major<3, 3>())> registers{};
  static_assert(sizeof(registers) >= 9 * sizeof(float));
  static_assert(std::is_trivial_v<decltype(registers)>, "__shared__ variables are not initialised");
  registers(1, 2) = 4;
  EXPECT_EQ(registers.values[5], 4);

  using Padded = decltype(make_layout(Ints<4, 4>{}, Ints<5, 1>{}));
  static_assert(SharedTensor<float, Padded>::elements == 19);
  static_assert(std::is_same_v<SharedTensor<float, const Padded>, SharedTensor<float, Padded>>);
  SharedTensor<float, decltype(row_major<4, 8>()), 16> shared{};
  shared.view().vectorize<1, 4>()(3, 1)[2] = 7;
  EXPECT_EQ(std::as_const(shared)(3, 6), 7);
}

TEST(LayoutTensorDeathTest, RefusesAnIndexOutsideTheShape) {
  float memory[32] = {};
  const auto tensor = make_tensor(memory, row_major(4, 8));
  EXPECT_DEATH(tensor(5, 2), "index \\(5, 2\\) is outside the tensor of shape \\(4, 8\\)");
  EXPECT_DEATH(tensor(0, 8), "index \\(0, 8\\) is outside the tensor of shape \\(4, 8\\)");
  EXPECT_DEATH(tensor(-1, 0), "index \\(-1, 0\\)");
  EXPECT_DEATH((tensor.tile<3, 3>(1, 2)(1, 0)), "shape \\(1, 2\\)");
}

TEST(LayoutTensorDeathTest, RefusesATileThatReachesPastItsMemory) {
  float memory[63] = {};
  const auto tiles = zipped_divide(make_tensor(memory, row_major(9, 7)), Ints<4, 4>{});
  EXPECT_DEATH(tiles(make_coord(0, 3), make_coord(2, 1)), "element 63 of the 63 in memory");
}

TEST(LayoutTensorDeathTest, RefusesVectorsThatAreNotAligned) {
  alignas(16) float memory[40] = {};
  const auto from_the_second = make_tensor(memory + 1, row_major(4, Int<8>{}));
  EXPECT_DEATH((from_the_second.vectorize<1, 4>()), "does not begin at a multiple");
  const auto of_ragged_rows = make_tensor(memory, row_major(4, 9));
  EXPECT_DEATH((of_ragged_rows.vectorize<1, 4>()), "no multiple of the vector");
}

}  // namespace layout_tensor_test
}  // namespace hippuzzle
