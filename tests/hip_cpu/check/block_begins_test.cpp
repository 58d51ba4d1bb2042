// Begins of blocks equal the added times, whether they make runs or not.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "hip_cpu/check/execution/block_begins.hpp"

namespace hip_cpu::check {
namespace block_begins_test {

void expect_same(const BlockBegins& begins, const std::vector<BlockBegin>& added) {
  ASSERT_EQ(begins.size(), added.size());
  EXPECT_EQ(begins.empty(), added.empty());
  if (added.empty()) return;
  EXPECT_FALSE(begins.any_by(added.front().time - 1));
  size_t index = 0;
  for (Time time = added.front().time; time <= added.back().time + 5; ++time) {
    if (index + 1 < added.size() && added[index + 1].time == time) ++index;
    ASSERT_TRUE(begins.any_by(time));
    ASSERT_EQ(begins.index_at(time), index) << time;
    ASSERT_EQ(begins.at(time).number, added[index].number) << time;
    ASSERT_EQ(begins.at(time).time, added[index].time) << time;
  }
}

std::vector<BlockBegin> blocks(size_t count, Time begin, Time step, std::uint64_t number,
                               std::uint64_t number_step) {
  std::vector<BlockBegin> all;
  for (size_t i = 0; i < count; ++i)
    all.push_back({begin + static_cast<Time>(i) * step, number + i * number_step});
  return all;
}

BlockBegins of(const std::vector<BlockBegin>& added) {
  BlockBegins begins;
  for (const BlockBegin& begin : added) begins.add(begin);
  return begins;
}

TEST(BlockBegins, AreThoseOfRegularLaunches) {
  for (const Time step : {1u, 3u, 64u}) {
    for (const size_t count : {0u, 1u, 2u, 1000u}) {
      const auto forwards = blocks(count, 7, step, 0, 1);
      const auto backwards = blocks(count, 7, step, 999, ~std::uint64_t{0});
      expect_same(of(forwards), forwards);
      expect_same(of(backwards), backwards);
    }
  }
}

TEST(BlockBegins, AreThoseOfIrregularLaunches) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<BlockBegin> added;
    Time time = 1 + random() % 10;
    for (int block = 0; block < 200; ++block) {
      added.push_back({time, round % 2 == 0 ? static_cast<std::uint64_t>(block) : random() % 200});
      time += 1 + random() % (round % 3 + 1);
    }
    expect_same(of(added), added);
  }
}

TEST(BlockBegins, BeginAnewWhenCleared) {
  const auto first = blocks(100, 5, 2, 0, 1), second = blocks(3, 900, 1, 50, 2);
  BlockBegins begins = of(first);
  begins.clear();
  EXPECT_TRUE(begins.empty());
  EXPECT_EQ(begins.size(), 0u);
  for (const BlockBegin& begin : second) begins.add(begin);
  expect_same(begins, second);
}

}  // namespace block_begins_test
}  // namespace hip_cpu::check
