// The cases that a variant is tried on, and the memory that they travel in.
#include "engine/judge/cases/cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/judge/cases/size.hpp"
#include "support/outcome.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle {
namespace cases_test {

class CasesTest : public ::testing::Test {
 protected:
  JudgeModule copy_{testing::fixture("right_judge") / "judge" / "p91.so", "p91"};
  JudgeModule p16_{testing::shipped() / "judge" / "p16.so", "p16"};

  static std::vector<std::string> names(const CaseSet& set) {
    std::vector<std::string> all;
    for (const Case& c : set.cases) all.push_back(c.name);
    return all;
  }
};

TEST_F(CasesTest, AreTheExampleTwiceAndThenEverySize) {
  EXPECT_EQ(names(make_cases(*copy_.find(""), 1)),
            (std::vector<std::string>{"the example", "the example, output poisoned beforehand",
                                      "random 1 element in one block",
                                      "random 5 elements in one block"}));
}

TEST_F(CasesTest, AnExampleThatContradictsItsReferenceIsRefused) {
  hippuzzle_variant contradictory = *copy_.find("");
  static constexpr double other[] = {0, 10, 21, 30};
  contradictory.expected = other;
  try {
    static_cast<void>(make_cases(contradictory, 1));
    FAIL() << "nobody says it";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::load_failed);
    EXPECT_NE(
        std::string(error.what()).find("the expected value of element 2 is 21, and 20 by the"),
        std::string::npos)
        << error.what();
  }
}

TEST_F(CasesTest, AWarpExtentHasAnExampleForEachWidth) {
  const JudgeModule puzzle(testing::fixture("warp_width") / "judge" / "p91.so", "p91");
  const hippuzzle_variant& variant = *puzzle.find("");
  const CaseSet set = make_cases(variant, 1);
  const auto all = names(set);
  ASSERT_EQ(all.size(), 8u);
  EXPECT_EQ(all[1], "the example, output poisoned beforehand (warp of 32)");
  EXPECT_EQ(all[2], "the example (warp of 64)");
  EXPECT_EQ(all[5], "random 33 elements in 2 blocks (warp of 32)");
  for (const Case& c : set.cases) EXPECT_EQ(c.job.warp_lanes, c.extents.n[0]) << c.name;
  EXPECT_EQ(set.cases[2].expectation.values, std::vector<double>(3, 64));
}

TEST_F(CasesTest, AUserGivesNoWarpExtent) {
  const JudgeModule puzzle(testing::fixture("warp_width") / "judge" / "p91.so", "p91");
  const hippuzzle_variant& variant = *puzzle.find("");
  const hippuzzle_extents size = parse_size("100", variant);
  EXPECT_EQ(size.n[0], 32u);
  EXPECT_EQ(size.n[1], 100u);
  EXPECT_EQ(size_text(for_warps_of(64, variant, size), variant), "100");
  EXPECT_THROW(parse_size("32x100", variant), Error);
  for (const hippuzzle_extents& drawn : unforeseen_sizes(variant, 3, 6))
    EXPECT_TRUE(drawn.n[0] == 32 || drawn.n[0] == 64) << drawn.n[0];
}

TEST_F(CasesTest, NamesSayShapesAndBlocks) {
  const auto all = names(make_cases(*p16_.find("tiled"), 1));
  EXPECT_NE(std::ranges::find(all, "random 3 x 3 in one block"), all.end());
  EXPECT_NE(std::ranges::find(all, "random 10 x 10 in 4 x 4 blocks"), all.end());
}

TEST_F(CasesTest, OnlyTheFirstOutputBeginsAsZeros) {
  const CaseSet set = make_cases(*p16_.find("naive"), 1);
  for (size_t i = 0; i < set.cases.size(); ++i) {
    EXPECT_EQ(set.cases[i].job.poison_output, i > 0) << set.cases[i].name;
  }
}

TEST_F(CasesTest, BuffersLieApartAlignedAndInside) {
  const CaseSet set = make_cases(*p16_.find("tiled"), 1);
  uint64_t end = 0;
  for (const Case& c : set.cases) {
    ASSERT_EQ(c.job.buffers.size(), 3u);
    for (uint32_t i = 0; i < 3; ++i) {
      const JobBuffer& b = c.job.buffers[i];
      EXPECT_EQ(b.offset % 256, 0u);
      EXPECT_GE(b.offset, end);
      EXPECT_EQ(b.bytes, c.extents.n[0] * c.extents.n[0] * sizeof(float));
      EXPECT_EQ(b.output, i == 0);
      end = b.offset + b.bytes;
    }
  }
  EXPECT_LE(end, set.memory.bytes().size());
}

TEST_F(CasesTest, InputsAreThoseOfTheExpectation) {
  const CaseSet set = make_cases(*copy_.find(""), 1);
  for (const Case& c : set.cases) {
    EXPECT_EQ(to_doubles(HIPPUZZLE_I32, set.contents(c, 1)), c.expectation.values) << c.name;
  }
  EXPECT_EQ(set.cases[0].expectation.values, (std::vector<double>{0, 10, 20, 30}));
}

TEST_F(CasesTest, TheSeedDecidesTheRandomCasesAndNotTheExample) {
  const hippuzzle_variant& tiled = *p16_.find("tiled");
  const CaseSet one = make_cases(tiled, 1), again = make_cases(tiled, 1),
                two = make_cases(tiled, 2);
  for (size_t i = 0; i < one.cases.size(); ++i) {
    EXPECT_EQ(one.cases[i].expectation.values, again.cases[i].expectation.values);
    EXPECT_EQ(one.cases[i].expectation.values == two.cases[i].expectation.values, i < 2)
        << one.cases[i].name;
  }
}

TEST(SharedMemory, IsSeenByWhoeverMapsIt) {
  const SharedMemory memory(10'000);
  ASSERT_GE(memory.bytes().size(), 10'000u);
  EXPECT_TRUE(std::ranges::all_of(memory.bytes(), [](std::byte b) { return b == std::byte{0}; }));
  const SharedMemory other{FileDescriptor(dup(memory.descriptor()))};
  other.bytes()[9'999] = std::byte{42};
  EXPECT_EQ(memory.bytes()[9'999], std::byte{42});
}

TEST(SharedMemory, CannotBeTakenAway) {
  // A runner that shrank it would make the judge die of SIGBUS.
  const SharedMemory memory(4096);
  EXPECT_EQ(ftruncate(memory.descriptor(), 0), -1);
  memory.bytes()[4095] = std::byte{1};
  EXPECT_EQ(memory.bytes()[4095], std::byte{1});
}

TEST(SharedMemory, OfNothingIsAPage) { EXPECT_FALSE(SharedMemory(0).bytes().empty()); }

}  // namespace cases_test
}  // namespace hippuzzle
