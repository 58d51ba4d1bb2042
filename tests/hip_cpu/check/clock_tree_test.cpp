// Trees of clocks have the times of their parts, and copies of them do not change each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "hip_cpu/check/shadow/clock_tree.hpp"

namespace hip_cpu::check {
namespace clock_tree_test {

BlockClock all_before(Time time) { return {time, {}, {}}; }

Time time_of(const ClockTree& tree, std::uint32_t block) {
  const BlockClock* const clock = tree.find(block);
  return clock ? clock->all : 0;
}

TEST(ClockTree, HasWhatWasJoined) {
  ClockTree tree;
  EXPECT_TRUE(tree.empty());
  EXPECT_EQ(tree.find(0), nullptr);
  const std::vector<std::uint32_t> blocks = {70000, 3, 0, 8, 4294967295u, 63, 64};
  for (const std::uint32_t block : blocks) tree.join(block, all_before(block % 100 + 1));
  for (const std::uint32_t block : blocks) EXPECT_EQ(time_of(tree, block), block % 100 + 1);
  for (const std::uint32_t block : {1u, 9u, 65u, 70001u, 4294967294u})
    EXPECT_EQ(tree.find(block), nullptr) << block;
}

TEST(ClockTree, KeepsTheLaterTimes) {
  ClockTree one, other;
  std::map<std::uint32_t, Time> expected;
  for (std::uint32_t block = 0; block < 300; ++block) {
    const Time mine = block * 7 % 11, theirs = block * 5 % 13;
    if (block % 2 == 0) one.join(block, all_before(mine));
    if (block % 3 == 0) other.join(block * 2, all_before(theirs));
    if (block % 2 == 0) expected[block] = std::max(expected[block], mine);
    if (block % 3 == 0) expected[block * 2] = std::max(expected[block * 2], theirs);
  }
  ClockTree both = one;
  both.join(other);
  ClockTree the_other_way = other;
  the_other_way.join(one);
  for (std::uint32_t block = 0; block < 700; ++block) {
    EXPECT_EQ(time_of(both, block), expected.contains(block) ? expected[block] : 0) << block;
    EXPECT_EQ(time_of(the_other_way, block), time_of(both, block)) << block;
  }
}

TEST(ClockTree, CopiesAreTheirOwn) {
  ClockTree original;
  original.join(5, all_before(10));
  ClockTree copy = original;
  copy.join(5, all_before(20));
  copy.join(1000, all_before(30));
  EXPECT_EQ(time_of(original, 5), 10u);
  EXPECT_EQ(original.find(1000), nullptr);
  EXPECT_EQ(time_of(copy, 5), 20u);
  original.clear();
  EXPECT_EQ(time_of(copy, 1000), 30u);
}

TEST(ClockTree, JoinsThreadsAndFlagsOfABlock) {
  ClockTree tree;
  BlockClock one, other;
  one.threads.add(3, 5);
  one.flags.add(64, 9);
  other.threads.add(4, 7);
  tree.join(2, one);
  tree.join(2, other);
  const BlockClock& both = *tree.find(2);
  EXPECT_TRUE(both.threads.includes(3u, 4));
  EXPECT_FALSE(both.threads.includes(3u, 5));
  EXPECT_TRUE(both.threads.includes(4u, 6));
  EXPECT_TRUE(both.flags.includes(std::uintptr_t{64}, 8));
  EXPECT_FALSE(both.flags.includes(std::uintptr_t{65}, 1));
}

}  // namespace clock_tree_test
}  // namespace hip_cpu::check
