#include "engine/results/finding_kinds.hpp"

#include <stdexcept>

namespace hippuzzle {

const FindingRule& rule_of(FindingKind kind) {
  const auto* found = std::ranges::find(finding_kinds::table, kind, &FindingRule::kind);
  if (found == std::end(finding_kinds::table))
    throw std::runtime_error("a finding of an unknown kind");
  return *found;
}

FindingRule::Level level_of(const Finding& finding) {
  return finding.get<CallPart>().is_used ? FindingRule::Level::error : rule_of(finding.kind).level;
}

bool is_error(const Finding& finding) { return level_of(finding) == FindingRule::Level::error; }

const char* name_of(FindingRule::Level level) {
  switch (level) {
    case FindingRule::Level::error:
      return "error";
    case FindingRule::Level::warning:
      return "warning";
    case FindingRule::Level::note:
      break;
  }
  return "note";
}

FindingKind finding_kind(int number) {
  const auto* found = std::ranges::find(finding_kinds::table, number, &FindingRule::number);
  if (number == not_of_the_runtime || found == std::end(finding_kinds::table))
    throw std::runtime_error(
        "the checker reported a kind of finding that this hippuzzle does not know");
  return found->kind;
}

std::vector<std::string> finding_categories() {
  std::vector<std::string> categories;
  for (const FindingRule& rule : finding_rules()) {
    if (std::ranges::find(categories, rule.category) == categories.end())
      categories.push_back(rule.category);
  }
  return categories;
}

}  // namespace hippuzzle
