// Rules of findings and their words.
#include "cli/report/verdict/findings/finding_text.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

TEST(FindingRules, ThereIsOneForEachKind) {
  std::set<FindingKind> kinds;
  for (const FindingRule& rule : finding_rules()) kinds.insert(rule.kind);
  EXPECT_EQ(kinds.size(), finding_rules().size());
  for (const auto& name : Names<FindingKind>::all) EXPECT_EQ(rule_of(name.value).id, name.word);
}

TEST(FindingText, EveryKindHasATitleAndAReasonOfItsOwn) {
  std::set<std::string> titles, reasons;
  for (const auto& name : Names<FindingKind>::all) {
    titles.insert(rule_of(name.value).title);
    reasons.insert(rule_of(name.value).reason);
  }
  EXPECT_EQ(titles.size(), std::size(Names<FindingKind>::all));
  EXPECT_EQ(reasons.size(), std::size(Names<FindingKind>::all));
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

}  // namespace
}  // namespace hippuzzle
