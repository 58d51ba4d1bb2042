// Rules of findings and their words.
#include "cli/report/verdict/findings/finding_text.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace finding_text_test {

// That each kind has one row holds at compile time (finding_kinds.hpp).
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

}  // namespace finding_text_test
}  // namespace hippuzzle
