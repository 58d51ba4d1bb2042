// Rules of findings and their words.
#include "cli/report/verdict/findings/finding_text.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace finding_text_test {

// finding_kinds.hpp checks at compile time that each kind has one row.
TEST(FindingRules, AreFoundByKindAndByTheRuntimesNumber) {
  for (const FindingRule& rule : finding_rules()) {
    EXPECT_EQ(&rule_of(rule.kind), &rule);
    if (rule.number == not_of_the_runtime) continue;
    EXPECT_EQ(finding_kind(rule.number), rule.kind);
  }
  EXPECT_THROW(finding_kind(not_of_the_runtime), std::runtime_error);
  EXPECT_THROW(finding_kind(1 << 20), std::runtime_error);
}

TEST(FindingRules, HaveATitleAndAReasonOfTheirOwn) {
  std::set<std::string> titles, reasons;
  for (const FindingRule& rule : finding_rules()) {
    titles.insert(rule.title);
    reasons.insert(rule.why);
  }
  EXPECT_EQ(titles.size(), finding_rules().size());
  EXPECT_EQ(reasons.size(), finding_rules().size());
}

Finding race(Access later, int later_line, Access earlier, int earlier_line) {
  Finding finding{.kind = FindingKind::race};
  finding.sides = {{.access = later, .place = {.file = "kernel.hip", .line = later_line}},
                   {.access = earlier, .place = {.file = "kernel.hip", .line = earlier_line}}};
  return finding;
}

// A barrier cannot stand between two threads that run the same statement.
TEST(FindingText, ARaceWithinAStatementIsToldWhatHelpsThere) {
  const auto advises = [](const Finding& finding, const char* what) {
    return why(finding).find(what) != std::string::npos;
  };
  const Finding two = race(Access::read, 4, Access::write, 3);
  EXPECT_TRUE(advises(two, "put a __syncthreads() between them"));
  const Finding sum = race(Access::read, 3, Access::write, 3);
  EXPECT_FALSE(advises(sum, "between them;"));
  EXPECT_TRUE(advises(sum, "let one thread do it, add up in a tree, or use an atomic operation"));
  EXPECT_TRUE(advises(sum, "a neighbour's element"));
  const Finding writes = race(Access::write, 3, Access::write, 3);
  EXPECT_TRUE(advises(writes, "let one thread write"));
  EXPECT_FALSE(advises(writes, "__syncthreads()"));
  Finding blocks = race(Access::read, 3, Access::write, 3);
  blocks.part = RacePart{.between_blocks = true};
  EXPECT_TRUE(advises(blocks, "blocks run in any order"));
}

// If the source shows a remedy, the text names only this remedy.
TEST(FindingText, ARaceIsToldTheRemedyThatItsSourceShows) {
  const auto told = [](RacePart part, int first, int second) {
    Finding finding = race(Access::read, second, Access::write, first);
    finding.part = part;
    return why(finding);
  };
  using enum RaceRemedy;
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string tree =
      told({.remedy = barrier_each_round, .first_line = 5, .second_line = 5, .loop_line = 4}, 5, 5);
  EXPECT_TRUE(has(tree, "the loop in line 4")) << tree;
  EXPECT_TRUE(has(tree, "put a __syncthreads() at the end of each round")) << tree;
  EXPECT_FALSE(has(tree, "atomic")) << tree;
  const std::string load =
      told({.remedy = barrier_between, .first_line = 3, .second_line = 9}, 3, 9);
  EXPECT_TRUE(has(load, "put a __syncthreads() between lines 3 and 9")) << load;
  EXPECT_TRUE(has(told({.remedy = combined_update}, 3, 3), "atomic operation"));
  EXPECT_TRUE(
      has(told({.between_blocks = true, .remedy = combined_update}, 3, 3), "second launch"));
  EXPECT_TRUE(has(told({.remedy = own_element}, 3, 3), "does it count blocks?"));
  Finding one = race(Access::write, 3, Access::write, 3);
  one.part = RacePart{.remedy = own_element};
  one.sides[0].place.text = "if (i < n) output(0) = sum;";
  EXPECT_TRUE(has(why(one), "let one thread write it")) << why(one);
  one.sides[0].place.text = "output[local_i] = sum;";
  EXPECT_FALSE(has(why(one), "let one thread write it")) << why(one);
  EXPECT_FALSE(has(told({.remedy = read_first}, 3, 3), "atomic"));
}

// A conflict costs time, no bytes.
TEST(FindingText, EachClaimHasAReasonOfItsOwn) {
  std::set<std::string> reasons;
  for (const Counted what :
       {Counted::global_reads, Counted::bank_conflicts, Counted::global_sectors,
        Counted::shared_reads, Counted::barriers, Counted::global_requests, Counted::atomics,
        Counted::warp_operations, Counted::shared_bytes, Counted::resident,
        Counted::async_copy_bytes, Counted::matrix_operations}) {
    reasons.insert(why({.kind = FindingKind::claim,
                        .part = LimitPart{.limit = {.what = what, .most = 1}, .counted = 2}}));
  }
  EXPECT_EQ(reasons.size(), 12u);
}

TEST(FindingText, AClaimOfALeastNamesIt) {
  const auto of = [](Counted what, bool in_all, uint64_t least) {
    return Finding{
        .kind = FindingKind::claim,
        .part = LimitPart{.limit = {.what = what, .in_all = in_all, .least = least}, .counted = 1}};
  };
  EXPECT_EQ(headline(of(Counted::shared_reads, true, 8)),
            "claim: the kernel reads shared memory 1 time; this variant needs at least 8");
  EXPECT_EQ(headline(of(Counted::warp_operations, false, 5)),
            "claim: a thread uses warp operations 1 time; this variant needs at least 5");
  EXPECT_EQ(headline(of(Counted::shared_bytes, false, 16)),
            "claim: a block has 1 byte of shared memory; this variant needs at least 16");
  EXPECT_EQ(headline(of(Counted::async_copy_bytes, true, 16)),
            "claim: the kernel copies 1 byte asynchronously; this variant needs at least 16");
  EXPECT_EQ(headline(of(Counted::open_group_reads, true, 8)),
            "claim: the kernel reads shared memory during its own asynchronous copies 1 time; this "
            "variant needs at least 8");
  EXPECT_EQ(headline(of(Counted::matrix_operations, true, 8)),
            "claim: the kernel multiplies 16 x 8 x 8 on matrix cores 1 time; this variant needs at "
            "least 8");
  EXPECT_NE(why(of(Counted::shared_reads, true, 8)).find("the kernel takes another"),
            std::string::npos);
}

TEST(FindingText, AClaimOfResidentWarpsNamesTheArchitecture) {
  const Finding claim{
      .kind = FindingKind::claim,
      .detail =
          "on sm_86, blocks of 1024 threads and 0 bytes of shared memory "
          "fill 32 of 48 warps",
      .part = LimitPart{.limit = {.what = Counted::resident, .least = 100}, .counted = 67}};
  EXPECT_EQ(headline(claim),
            "claim: on sm_86, blocks of 1024 threads and 0 bytes of shared memory fill 32 of 48 "
            "warps, 67 %; this variant needs at least 100 %");
  EXPECT_NE(why(claim).find("`hippuzzle occupancy --threads N"), std::string::npos);
}

TEST(FindingText, AClaimNamesItsArrays) {
  const Finding claim{
      .kind = FindingKind::claim,
      .detail = "a 8192, bias 3072",
      .part = LimitPart{.limit = {.what = Counted::global_reads, .in_all = true, .most = 9000},
                        .counted = 11264}};
  EXPECT_EQ(headline(claim),
            "claim: the kernel reads global memory 11264 times; this variant allows 9000 "
            "(a 8192, bias 3072)");
}

TEST(FindingText, AFunctionOfTheLibraryIsNotToBeDeclaredAnew) {
  const auto of = [](const char* function) {
    return why({.kind = FindingKind::host_function, .kernel = "add_10", .detail = function});
  };
  EXPECT_NE(of("std::vector<float>::vector").find("array of a fixed size"), std::string::npos);
  EXPECT_EQ(of("std::sort<int*>").find("declare"), std::string::npos);
  EXPECT_NE(of("twice").find("declare the function __device__"), std::string::npos);
}

}  // namespace finding_text_test
}  // namespace hippuzzle
