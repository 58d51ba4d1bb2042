#include "engine/judge/check/finding_rules.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

enum class Level { error, warning };

FindingRule rule(FindingKind kind, const char* category, Level level) {
  return {kind, word_of(kind).data(), category, level == Level::error};
}

const FindingRule rules[] = {
    rule(FindingKind::out_of_bounds, "bounds", Level::error),
    rule(FindingKind::outside_shape, "bounds", Level::error),
    rule(FindingKind::use_after_free, "bounds", Level::error),
    rule(FindingKind::misaligned, "alignment", Level::error),
    rule(FindingKind::race, "race", Level::error),
    rule(FindingKind::race_same_value, "race", Level::warning),
    rule(FindingKind::uninitialised, "uninitialised", Level::error),
    rule(FindingKind::unwritten, "uninitialised", Level::error),
    rule(FindingKind::barrier, "barrier", Level::error),
    rule(FindingKind::warp, "warp", Level::error),
    rule(FindingKind::warp_dropped, "warp", Level::warning),
    rule(FindingKind::runaway, "crash", Level::error),
    rule(FindingKind::stack_overflow, "crash", Level::error),
    rule(FindingKind::wild_pointer, "crash", Level::error),
    rule(FindingKind::division, "crash", Level::error),
    rule(FindingKind::aborted, "crash", Level::error),
    rule(FindingKind::claim, "counts", Level::error),
    rule(FindingKind::too_early, "machine", Level::error),
    rule(FindingKind::wait_states, "machine", Level::error),
    rule(FindingKind::host_data, "compiler", Level::error),
    rule(FindingKind::host_table, "compiler", Level::warning),
    rule(FindingKind::constant_write, "compiler", Level::error),
    rule(FindingKind::host_function, "compiler", Level::error),
    rule(FindingKind::exception, "compiler", Level::error),
    rule(FindingKind::static_shared, "compiler", Level::error),
    rule(FindingKind::no_peer_access, "devices", Level::error),
};

}  // namespace

std::span<const FindingRule> finding_rules() { return rules; }

const FindingRule& rule_of(FindingKind kind) {
  const auto* found = std::ranges::find(rules, kind, &FindingRule::kind);
  if (found == std::end(rules)) throw std::runtime_error("a finding of an unknown kind");
  return *found;
}

std::vector<std::string> finding_categories() {
  std::vector<std::string> categories;
  for (const FindingRule& rule : rules) {
    if (categories.empty() || categories.back() != rule.category)
      categories.push_back(rule.category);
  }
  return categories;
}

}  // namespace hippuzzle
