// Opening a judge module reports the mistakes that its author may make.
#include "engine/judge/cases/judge_module.hpp"

#include <gtest/gtest.h>

#include "tests/support/build_tree.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace puzzle_test {

using testing::expect_error;

std::filesystem::path judge_of(const std::string& name) {
  return testing::fixture(name) / "judge" / "p91.so";
}

void expect_refused(const std::string& name, std::vector<std::string> words) {
  words.push_back(judge_of(name).string());
  expect_error([&] { JudgeModule(judge_of(name), "p91"); }, Outcome::load_failed, words);
}

TEST(JudgeModule, GivesItsTitleAndVariants) {
  const JudgeModule puzzle(judge_of("right_judge"), "p91");
  EXPECT_EQ(puzzle.id(), "p91");
  EXPECT_EQ(puzzle.title(), "Copy");
  ASSERT_EQ(puzzle.variants().size(), 1u);
  EXPECT_EQ(puzzle.find(""), &puzzle.variants()[0]);
  EXPECT_EQ(puzzle.find("tiled"), nullptr);
  EXPECT_EQ(outputs(puzzle.variants()[0]), (std::vector<uint32_t>{0}));
}

TEST(JudgeModule, MayHaveSeveralOutputs) {
  const JudgeModule puzzle(judge_of("two_outputs"), "p91");
  const hippuzzle_variant& both = puzzle.variants()[0];
  EXPECT_EQ(outputs(both), (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(output_count(both, {{4}}), 9u);
  const JudgeModule one(judge_of("in_place"), "p91");
  EXPECT_EQ(outputs(one.variants()[0]), (std::vector<uint32_t>{0}));
}

TEST(JudgeModule, RefusesBadRegistrations) {
  expect_refused("no_variants", {"no variant"});
  expect_refused("wrong_variant_size", {"16 bytes", std::to_string(sizeof(hippuzzle_variant))});
  expect_refused("no_reference", {"variant ''", "empty"});
  expect_refused("no_sizes", {"variant ''", "empty"});
  expect_refused("unshaped_buffer", {"variant ''", "empty"});
  expect_refused("no_terms", {"variant ''", "terms()"});
  expect_refused("no_output", {"variant ''", "no output; make a buffer OUT or INOUT"});
  expect_refused("product_of_two_outputs",
                 {"variant ''", "a product with 2 outputs, expected one OUT buffer"});
  expect_refused("warp_extent_beyond", {"variant ''", "warp extent 5, expected 1 to 4"});
  expect_refused("warp_of_16", {"variant ''", "warps of 16 and 64, expected 32 and 64"});
  expect_refused("unbounded_claim", {"variant ''", "a claim without a bound; give it most()"});
  expect_refused("least_of_none", {"variant ''", "a claim of at least 0 in its example"});
  expect_refused("unsound_claim", {"variant ''", "a claim about warps that is not in all"});
  expect_refused("residency_in_all",
                 {"variant ''", "a claim about resident warps that is not per block"});
  expect_refused("repeated_variant", {"variant ''", "more than once"});
  expect_refused("judge_built_for_abi_1", {"built for ABI version 1, expected 3; build it again"});
  expect_refused("judge_of_another_puzzle", {"'p16'", "expected 'p91'", "duplicate id"});
}

TEST(JudgeModule, WhatAVariantLeavesOutIsTheUsual) {
  const JudgeModule puzzle(judge_of("nothing_optional"), "p91");
  const hippuzzle_variant& variant = puzzle.variants()[0];
  EXPECT_EQ(variant.tolerance, HIPPUZZLE_EXACT);
  EXPECT_STREQ(required_capabilities(variant), "");
  EXPECT_EQ(variant.refuse, nullptr);
  EXPECT_EQ(variant.product, nullptr);
  EXPECT_EQ(variant.claim_count, 0u);
}

TEST(JudgeModule, RefusesAKernelModule) {
  const auto path = testing::fixture("right") / "cpu" / "p16.so";
  expect_error([&] { JudgeModule(path, "p16"); }, Outcome::load_failed,
               {"kernel module", "expected a judge module"});
}

TEST(Shape, CountsItsElements) {
  EXPECT_EQ(element_count({1, {7}}), 7u);
  EXPECT_EQ(element_count({3, {2, 3, 4}}), 24u);
  EXPECT_EQ(element_count({2, {5, 0}}), 0u);
  EXPECT_EQ(element_size(HIPPUZZLE_F32), 4u);
  EXPECT_EQ(element_size(HIPPUZZLE_F64), 8u);
  EXPECT_EQ(element_size(HIPPUZZLE_I32), 4u);
  EXPECT_EQ(element_size(HIPPUZZLE_U32), 4u);
}

}  // namespace puzzle_test
}  // namespace hippuzzle
