// The figures of p16, written down again from the pages that it comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/unit/variant_inputs.hpp"

namespace hippuzzle {
namespace p16_test {

const std::vector<double> product_of_2x2 = {4, 6, 12, 22};

// The pages' 9 x 9 product of 0, 1, 2, … and 0, 2, 4, ….
const std::vector<double> product_of_9x9 = {
    3672,  3744,  3816,  3888,  3960,  4032,  4104,  4176,  4248,   //
    9504,  9738,  9972,  10206, 10440, 10674, 10908, 11142, 11376,  //
    15336, 15732, 16128, 16524, 16920, 17316, 17712, 18108, 18504,  //
    21168, 21726, 22284, 22842, 23400, 23958, 24516, 25074, 25632,  //
    27000, 27720, 28440, 29160, 29880, 30600, 31320, 32040, 32760,  //
    32832, 33714, 34596, 35478, 36360, 37242, 38124, 39006, 39888,  //
    38664, 39708, 40752, 41796, 42840, 43884, 44928, 45972, 47016,  //
    44496, 45702, 46908, 48114, 49320, 50526, 51732, 52938, 54144,  //
    50328, 51696, 53064, 54432, 55800, 57168, 58536, 59904, 61272};

struct Figures {
  uint64_t size;
  uint32_t blocks;  // in x and in y, of 3 x 3 threads
  const std::vector<double>& expected;
};

const std::map<std::string, Figures> figures = {
    {"naive", {2, 1, product_of_2x2}},          {"single-block", {2, 1, product_of_2x2}},
    {"tiled", {9, 3, product_of_9x9}},          {"idiomatic-tiled", {9, 3, product_of_9x9}},
    {"thread-layouts", {9, 3, product_of_9x9}}, {"layout-tensor", {9, 3, product_of_9x9}},
    {"layout-algebra", {9, 2, product_of_9x9}}};

class P16Test : public ::testing::Test {
 protected:
  JudgeModule puzzle_{testing::shipped() / "judge" / "p16.so", "p16"};
};

TEST_F(P16Test, HasTheVariantsOfThePages) {
  EXPECT_EQ(puzzle_.title(), "Matrix multiplication");
  std::vector<std::string> names;
  for (const hippuzzle_variant& v : puzzle_.variants()) names.push_back(v.name);
  EXPECT_EQ(names, (std::vector<std::string>{"naive", "single-block", "tiled", "idiomatic-tiled",
                                             "thread-layouts", "layout-tensor", "layout-algebra"}));
}

TEST_F(P16Test, ExampleHasTheSizeLaunchConfigurationAndOutputOfThePages) {
  for (const hippuzzle_variant& v : puzzle_.variants()) {
    SCOPED_TRACE(v.name);
    const Figures& f = figures.at(v.name);
    EXPECT_EQ(v.example.n[0], f.size);
    const auto c = v.configure(&v.example);
    EXPECT_EQ(c.grid.x, f.blocks);
    EXPECT_EQ(c.grid.y, f.blocks);
    EXPECT_EQ(c.grid.z, 1u);
    EXPECT_EQ(c.block.x, 3u);
    EXPECT_EQ(c.block.y, 3u);
    EXPECT_EQ(c.block.z, 1u);
    const std::vector<double> expected(v.expected, v.expected + f.size * f.size);
    EXPECT_EQ(expected, f.expected);
  }
}

TEST_F(P16Test, ExampleMultipliesTheIntegersByTwiceThemselves) {
  for (const hippuzzle_variant& v : puzzle_.variants()) {
    SCOPED_TRACE(v.name);
    testing::VariantInputs inputs(v, v.example);
    v.fill_example(&v.example, inputs.writable());
    const size_t cells = v.example.n[0] * v.example.n[0];
    std::vector<double> a(cells), b(cells);
    std::iota(a.begin(), a.end(), 0);
    std::ranges::transform(a, b.begin(), [](double x) { return 2 * x; });
    EXPECT_EQ(to_doubles(HIPPUZZLE_F32, inputs.contents()[1]), a);
    const std::vector<double> stored = to_doubles(HIPPUZZLE_F32, inputs.contents()[2]);
    if (v.name != std::string("thread-layouts")) {
      EXPECT_EQ(stored, b);
    } else {
      EXPECT_EQ(stored[1], b[9]) << "B lies transposed";
      EXPECT_EQ(stored[9], b[1]);
    }
  }
}

TEST_F(P16Test, ReferenceTellsAxBFromBxAAndFromTransposes) {
  // A = [1 2; 3 4], B = [5 -6; 7 -8]: AB = [19 -22; 43 -50], BA = [-13 -14; -17 -18].
  const hippuzzle_variant& v = puzzle_.variants()[0];
  const std::vector<float> a = {1, 2, 3, 4}, b = {5, -6, 7, -8};
  const std::vector<const void*> buffers = {nullptr, a.data(), b.data()};
  std::vector<double> y64(4), magnitude(4);
  v.reference(&v.example, buffers.data(), y64.data(), magnitude.data());
  EXPECT_EQ(y64, (std::vector<double>{19, -22, 43, -50}));
  EXPECT_EQ(magnitude, (std::vector<double>{19, 22, 43, 50}));
}

TEST_F(P16Test, RandomOperandsDoNotCommute) {
  const hippuzzle_variant& v = puzzle_.variants()[0];
  const hippuzzle_extents extents = {{4}};
  testing::VariantInputs inputs(v, extents);
  v.fill_random(&extents, 1, inputs.writable());
  const auto in = inputs.readable();
  const std::vector<const void*> swapped = {nullptr, in[2], in[1]};
  EXPECT_NE(expect(v, extents, in).values, expect(v, extents, swapped).values);
}

TEST_F(P16Test, SingleBlockNeverHasSeveralBlocks) {
  const hippuzzle_variant& v = *puzzle_.find("single-block");
  for (const Case& c : make_cases(v, 1).cases) {
    EXPECT_EQ(c.job.configuration.grid.x * c.job.configuration.grid.y, 1u) << c.name;
  }
}

TEST_F(P16Test, TheOthersAreTriedOnSizesThatAreNoMultiplesAndOnSeveralBlocks) {
  for (const char* name :
       {"naive", "tiled", "idiomatic-tiled", "layout-tensor", "layout-algebra"}) {
    SCOPED_TRACE(name);
    bool several_blocks = false, no_multiple = false, one_element = false;
    const CaseSet set = make_cases(*puzzle_.find(name), 1);
    for (const Case& c : set.cases) {
      const uint64_t n = c.extents.n[0];
      one_element |= n == 1;
      several_blocks |= c.job.configuration.grid.x > 1 && n % 3 == 0;
      no_multiple |= c.job.configuration.grid.x > 1 && n % 3 != 0;
    }
    EXPECT_TRUE(one_element && several_blocks && no_multiple);
  }
}

TEST_F(P16Test, IsTriedInTilesOfTwoSidesFromSize32On) {
  for (const hippuzzle_variant& v : puzzle_.variants()) {
    SCOPED_TRACE(v.name);
    std::set<uint64_t> tiles, large;
    for (const Case& c : make_cases(v, 1).cases) {
      const uint64_t tile = tile_of(c.extents);
      tiles.insert(tile);
      if (c.extents.n[0] >= 32) large.insert(tile);
      EXPECT_EQ(c.job.configuration.block.x, tile == 0 ? 3 : tile) << c.name;
      EXPECT_EQ(c.job.configuration.block.y, tile == 0 ? 3 : tile) << c.name;
    }
    EXPECT_EQ(tiles, (std::set<uint64_t>{0, 16}));
    if (v.name == std::string("single-block")) continue;  // too small
    EXPECT_EQ(large, (std::set<uint64_t>{0, 16}));
  }
}

TEST_F(P16Test, TakesTilesOf16ForASizeWhereThereIsSomethingToGain) {
  const hippuzzle_variant& tiled = *puzzle_.find("tiled");
  EXPECT_EQ(tile_of(with_tile(tiled, {{31}})), 0u);
  EXPECT_EQ(tile_of(with_tile(tiled, {{32}})), 16u);
  EXPECT_EQ(tile_of(with_tile(tiled, {{1024}})), 16u);
  EXPECT_EQ(tile_of(with_tile(tiled, {{1024, 0, 0, 32}})), 32u) << "a tile that is asked for";
  EXPECT_EQ(tile_of(with_tile(tiled, {{1024, 0, 0, 3}})), 0u) << "the usual one";
  EXPECT_EQ(tile_of(with_tile(*puzzle_.find("single-block"), {{20}})), 32u);
}

// The walk-through of a page: 8 x 8 in tiles of 4. Its tile after the second phase was added up
// wrongly there.
TEST_F(P16Test, HasTheWalkThroughOfAPageAsACaseWithAName) {
  for (const char* name : {"naive", "tiled", "idiomatic-tiled", "layout-tensor"}) {
    SCOPED_TRACE(name);
    const hippuzzle_variant& v = *puzzle_.find(name);
    const CaseSet set = make_cases(v, 1, std::nullopt, WhichCases::all);
    EXPECT_EQ(set.cases.size(), make_cases(v, 1).cases.size() + 1);
    const Case& walk = set.cases.back();
    EXPECT_EQ(walk.name, "8x8");
    EXPECT_EQ(tile_of(walk.extents), 4u);
    EXPECT_EQ(walk.job.configuration.grid.x, 2u);
    const std::vector<double>& c = walk.expectation.values;
    EXPECT_EQ((std::vector<double>{c.begin(), c.begin() + 4}),
              (std::vector<double>{1404, 1740, 2076, 2412}));
    const auto a = to_doubles(HIPPUZZLE_F32, set.contents(walk, 1));
    EXPECT_EQ((std::vector<double>{a.begin(), a.begin() + 8}),
              (std::vector<double>{1, 2, 3, 4, 17, 18, 19, 20}));
  }
}

TEST_F(P16Test, CountsTheOperationsOfTheFormula) {
  const hippuzzle_variant& v = *puzzle_.find("tiled");
  EXPECT_EQ(v.flops(&v.example), 1377);
  for (const hippuzzle_variant& each : puzzle_.variants()) {
    const hippuzzle_extents two = {{2}};
    EXPECT_EQ(each.flops(&two), 12) << each.name;
  }
  EXPECT_EQ(v.bytes(&v.example), 3.0 * 9 * 9 * 4);
}

}  // namespace p16_test
}  // namespace hippuzzle
