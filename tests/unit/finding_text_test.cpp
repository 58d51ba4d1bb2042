// Rules of findings and their words.
#include "cli/report/finding_text.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/check/finding_rules.hpp"
#include "engine/protocol/names.hpp"

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
    titles.insert(title_of(name.value));
    reasons.insert(why(name.value));
  }
  EXPECT_EQ(titles.size(), std::size(Names<FindingKind>::all));
  EXPECT_EQ(reasons.size(), std::size(Names<FindingKind>::all));
}

}  // namespace
}  // namespace hippuzzle
