// The layout algebra on the examples of CuTe's documentation, static unless a test says otherwise.
// A static result is compared as a type, so it is known when a kernel is compiled.
#include <gtest/gtest.h>

#include <array>
#include <hippuzzle/layout_tv.hpp>

#include "tests/unit/layout_support.hpp"

namespace hippuzzle {
namespace layout_test {

using testing::text_of;

template <class Shape, class Stride>
using StaticLayout = Layout<Shape, Stride>;

template <class Expected, class Actual>
constexpr bool is(const Actual&) {
  return std::is_same_v<Expected, Actual>;
}

TEST(Layout, FollowsShapeAndStride) {
  constexpr auto layout = make_layout(Ints<4, 8>{}, Ints<8, 1>{});
  static_assert(layout(2, 3) == 19);
  static_assert(layout(make_coord(2, 3)) == 19);
  static_assert(layout(14) == layout(2, 3), "an integer counts the first mode fastest");
  static_assert(size(layout) == 32 && size<0>(layout) == 4 && size<1>(layout) == 8);
  static_assert(cosize(layout) == 32 && layout.rank == 2 && layout.depth == 1);
  static_assert(std::is_empty_v<std::remove_const_t<decltype(layout)>>);
  EXPECT_EQ(text_of(layout), "(4,8):(8,1)");
}

TEST(Layout, TakesCoordinatesOfEveryDepth) {
  constexpr auto layout =
      make_layout(make_shape(Ints<2, 2>{}, Int<8>{}), make_stride(Ints<8, 32>{}, Int<1>{}));
  static_assert(layout(make_coord(1, 1), 3) == 43);
  static_assert(layout(3, 3) == 43);
  static_assert(layout(15) == 43);
  static_assert(layout.depth == 2 && size<0, 1>(layout) == 2 && cosize(layout) == 48);
  static_assert(is<Ints<8, 32>>(mode<0>(layout).stride()));
  EXPECT_EQ(text_of(layout), "((2,2),8):((8,32),1)");
}

TEST(Layout, KeepsRunTimeExtents) {
  const auto layout = row_major(5u, Int<7>{}, 3);
  EXPECT_EQ(text_of(layout), "(5,7,3):(21,3,1)");
  static_assert(is_static_int_v<decltype(get<1>(layout.stride()) * Int<1>{})> == false);
  EXPECT_EQ(layout(4u, 6, 2), 104u);
  EXPECT_EQ(cosize(layout), 105u);
  EXPECT_FALSE(is_static_v<decltype(layout)>);
}

TEST(Layout, IsContiguousInEitherOrder) {
  static_assert(is<StaticLayout<Ints<3, 4>, Ints<4, 1>>>(row_major<3, 4>()));
  static_assert(is<StaticLayout<Ints<3, 4>, Ints<1, 3>>>(col_major<3, 4>()));
  static_assert(is<StaticLayout<Int<3>, Int<1>>>(row_major<3>()));
  static_assert(is<StaticLayout<Ints<3, 4>, Ints<1, 3>>>(make_layout(Ints<3, 4>{})));
  EXPECT_EQ(text_of(make_layout(make_shape(2, make_shape(3, 4)))), "(2,(3,4)):(1,(2,6))");
}

TEST(Layout, FollowsAnOrderOfModes) {
  static_assert(
      is<StaticLayout<Ints<4, 64>, Ints<64, 1>>>(make_ordered_layout(Ints<4, 64>{}, Ints<1, 0>{})));
  static_assert(is<StaticLayout<Ints<2, 3, 5>, Ints<5, 10, 1>>>(
      make_ordered_layout(Ints<2, 3, 5>{}, Ints<1, 2, 0>{})));
  const auto nested = make_ordered_layout(make_shape(2, make_shape(3, 4)),
                                          make_tuple(Int<2>{}, make_tuple(Int<0>{}, Int<1>{})));
  EXPECT_EQ(text_of(nested), "(2,(3,4)):(12,(1,3))");
}

TEST(Layout, IsSlicedByModes) {
  constexpr auto layout = make_layout(make_shape(Int<3>{}, Ints<2, 4>{}));
  static_assert(is<StaticLayout<Tuple<Int<3>>, Tuple<Int<1>>>>(layout(_, 5)));
  static_assert(is<StaticLayout<Ints<3, 4>, Ints<1, 6>>>(layout(_, make_coord(1, _))));
  static_assert(slice_offset(make_coord(_, make_coord(1, _)), layout) == 3);
  static_assert(slice_offset(make_coord(2, _), layout) == 2);
  EXPECT_EQ(text_of(layout(2, _)), "((2,4)):((3,6))");
}

TEST(Layout, FindsCoordinatesOfIndices) {
  constexpr auto shape = make_shape(Int<3>{}, Ints<2, 4>{});
  constexpr auto coord = idx2crd(11, shape);
  static_assert(get<0>(coord) == 2 && get<0>(get<1>(coord)) == 1 && get<1>(get<1>(coord)) == 1);
  EXPECT_EQ(crd2idx(coord, shape, compact_col_major(shape)), 11);
}

TEST(Coalesce, JoinsModesThatFollowOneAnother) {
  constexpr auto layout =
      make_layout(make_shape(Int<2>{}, Ints<1, 6>{}), make_stride(Int<1>{}, Ints<6, 2>{}));
  static_assert(is<StaticLayout<Int<12>, Int<1>>>(coalesce(layout)));
  static_assert(is<StaticLayout<Ints<2, 6>, Ints<1, 2>>>(coalesce_each(layout)));
  static_assert(is<StaticLayout<Int<1>, Int<0>>>(coalesce(make_layout(Ints<1, 1>{}))));
  EXPECT_EQ(text_of(coalesce(row_major(4, 8))), "(4,8):(8,1)");
}

TEST(Composition, IsAFunctionOfAFunction) {
  static_assert(is<StaticLayout<Tuple<Ints<2, 2>, Int<3>>, Tuple<Ints<24, 2>, Int<8>>>>(composition(
      make_layout(Ints<6, 2>{}, Ints<8, 2>{}), make_layout(Ints<4, 3>{}, Ints<3, 1>{}))));
  static_assert(is<StaticLayout<Ints<5, 4>, Ints<8, 2>>>(
      composition(make_layout(Int<20>{}, Int<2>{}), make_layout(Ints<5, 4>{}, Ints<4, 1>{}))));
  static_assert(
      is<StaticLayout<Tuple<Int<5>, Ints<2, 2>>, Tuple<Int<16>, Ints<80, 4>>>>(composition(
          make_layout(Ints<10, 2>{}, Ints<16, 4>{}), make_layout(Ints<5, 4>{}, Ints<1, 5>{}))));
  EXPECT_EQ(text_of(composition(make_layout(make_shape(10, 2), make_shape(16, 4)),
                                make_layout(make_shape(5, 4), make_shape(1, 5)))),
            "((5,1),(2,2)):((16,4),(80,4))");
}

TEST(Composition, DividesStridesThroughSeveralModes) {
  const auto a = make_layout(Ints<3, 6, 2, 8>{}, Ints<5, 7, 11, 13>{});
  EXPECT_EQ(text_of(composition(a, make_layout(Int<16>{}, Int<9>{}))), "(2,2,4):(21,11,13)");
  EXPECT_EQ(text_of(composition(a, make_layout(Int<4>{}, Int<72>{}))), "4:26");
}

TEST(Composition, SeesContiguousModesAsOne) {
  const auto a = make_layout(Ints<4, 2, 8>{}, Ints<3, 12, 97>{});
  EXPECT_EQ(text_of(composition(a, make_layout(Int<3>{}, Int<3>{}))), "3:9");
}

TEST(Composition, TakesATilerForEachMode) {
  const auto a =
      make_layout(make_shape(Int<12>{}, Ints<4, 8>{}), make_stride(Int<59>{}, Ints<13, 1>{}));
  const auto tiler = make_tuple(make_layout(Int<3>{}, Int<4>{}), make_layout(Int<8>{}, Int<2>{}));
  EXPECT_EQ(text_of(composition(a, tiler)), "(3,(2,4)):(236,(26,1))");
  EXPECT_EQ(text_of(composition(a, Ints<3, 8>{})), "(3,(4,2)):(59,(13,1))");
  EXPECT_EQ(text_of(composition(row_major(16, 100), Ints<4, 4>{})), "(4,4):(100,1)");
}

TEST(Complement, FillsWhatALayoutLeavesOut) {
  const auto complement_in_24 = [](const auto& layout) { return complement(layout, Int<24>{}); };
  static_assert(is<StaticLayout<Int<6>, Int<4>>>(complement(make_layout(Int<4>{}), Int<24>{})));
  EXPECT_EQ(text_of(complement_in_24(make_layout(Int<4>{}, Int<1>{}))), "6:4");
  EXPECT_EQ(text_of(complement_in_24(make_layout(Int<6>{}, Int<4>{}))), "4:1");
  EXPECT_EQ(text_of(complement_in_24(make_layout(Ints<4, 6>{}, Ints<1, 4>{}))), "1:0");
  EXPECT_EQ(text_of(complement_in_24(make_layout(Int<4>{}, Int<2>{}))), "(2,3):(1,8)");
  EXPECT_EQ(text_of(complement_in_24(make_layout(Ints<2, 4>{}, Ints<1, 6>{}))), "3:2");
  EXPECT_EQ(text_of(complement_in_24(make_layout(Ints<2, 2>{}, Ints<1, 6>{}))), "(3,2):(2,12)");
  EXPECT_EQ(text_of(complement(make_layout(Int<8>{}), 100)), "13:8");
}

TEST(Divide, SplitsIntoTileAndRest) {
  const auto a = make_layout(Ints<4, 2, 3>{}, Ints<2, 1, 8>{});
  EXPECT_EQ(text_of(logical_divide(a, make_layout(Int<4>{}, Int<2>{}))),
            "((2,2),(2,3)):((4,1),(2,8))");
}

TEST(Divide, ArrangesTilesAndRestsByName) {
  const auto a =
      make_layout(make_shape(Int<9>{}, Ints<4, 8>{}), make_stride(Int<59>{}, Ints<13, 1>{}));
  const auto tiler =
      make_tuple(make_layout(Int<3>{}, Int<3>{}), make_layout(Ints<2, 4>{}, Ints<1, 8>{}));
  EXPECT_EQ(text_of(logical_divide(a, tiler)), "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  EXPECT_EQ(text_of(zipped_divide(a, tiler)), "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  EXPECT_EQ(text_of(tiled_divide(a, tiler)), "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))");
  EXPECT_EQ(text_of(flat_divide(a, tiler)), "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))");
}

TEST(Divide, ReachesOverARaggedEdge) {
  const auto divided = zipped_divide(row_major(9, 7), Ints<4, 4>{});
  EXPECT_EQ(text_of(divided), "((4,4),(3,2)):((7,1),(28,4))");
  EXPECT_EQ(text_of(zipped_divide(row_major<9, 7>(), Ints<4, 4>{})),
            "((4,4),(3,2)):((7,1),(28,4))");
  EXPECT_EQ(text_of(zipped_divide(row_major(9, 7, 2), Ints<4, 4>{})),
            "((4,4),(3,2,2)):((14,2),(56,8,1))");
}

TEST(Product, RepeatsALayout) {
  const auto a = make_layout(Ints<2, 2>{}, Ints<4, 1>{});
  EXPECT_EQ(text_of(logical_product(a, Int<6>{})), "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(text_of(logical_product(a, make_layout(Ints<4, 2>{}, Ints<2, 1>{}))),
            "((2,2),(4,2)):((4,1),(8,2))");
}

TEST(Product, ArrangesBlocksOrInterleavesThem) {
  EXPECT_EQ(text_of(blocked_product(row_major<2, 5>(), col_major<3, 4>())), "(6,(5,4)):(5,(1,30))");
  EXPECT_EQ(text_of(raked_product(row_major<2, 5>(), col_major<3, 4>())),
            "((3,2),(4,5)):((10,5),(30,1))");
}

TEST(Inverse, UndoesALayout) {
  static_assert(is<StaticLayout<Ints<8, 4>, Ints<4, 1>>>(
      right_inverse(make_layout(Ints<4, 8>{}, Ints<8, 1>{}))));
  EXPECT_EQ(text_of(right_inverse(make_layout(Ints<4, 8>{}, Ints<2, 8>{}))), "1:0");
  EXPECT_EQ(text_of(left_inverse(make_layout(Ints<4, 2>{}, Ints<1, 8>{}))), "(4,2,2):(1,8,4)");
}

TEST(LayoutTv, MatchesCuTesExamples) {
  constexpr auto page = make_layout_tv(make_ordered_layout(Ints<4, 64>{}, Ints<1, 0>{}),
                                       make_ordered_layout(Ints<4, 4>{}, Ints<1, 0>{}));
  static_assert(is<Ints<16, 256>>(page.tiler));
  EXPECT_EQ(text_of(page.layout), "((64,4),(4,4)):((64,4),(16,1))");
  const auto wide = make_layout_tv(make_ordered_layout(Ints<4, 32>{}, Ints<1, 0>{}),
                                   make_ordered_layout(Ints<4, 8>{}, Ints<1, 0>{}));
  EXPECT_EQ(text_of(wide.layout), "((32,4),(8,4)):((128,4),(16,1))");
}

TEST(LayoutTv, SaysWhereAThreadsValueLies) {
  constexpr auto tiled = make_layout_tv(row_major<4, 8>(), row_major<2, 2>());
  for (int thread = 0; thread < 32; ++thread) {
    for (int value = 0; value < 4; ++value) {
      const auto coord = tiled.coord(thread, value);
      EXPECT_EQ(get<0>(coord), thread / 8 * 2 + value / 2);
      EXPECT_EQ(get<1>(coord), thread % 8 * 2 + value % 2);
      EXPECT_EQ(tiled.layout(thread, value), get<0>(coord) + 8 * get<1>(coord));
    }
  }
}

TEST(LayoutDeathTest, RunTimeFiguresThatDoNotFitAreRefused) {
  const auto a = make_layout(make_shape(4, 6), make_stride(1, 5));
  EXPECT_DEATH(composition(a, make_layout(Int<4>{}, Int<3>{})), "must divide one another");
}

}  // namespace layout_test
}  // namespace hippuzzle
