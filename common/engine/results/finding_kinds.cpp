#include "engine/results/finding_kinds.hpp"

#include <algorithm>
#include <string_view>

namespace hippuzzle {
namespace {

constexpr bool ids_are_distinct() {
  for (const FindingRule& rule : finding_rules()) {
    const auto same = [&](const FindingRule& other) {
      return std::string_view(other.id) == rule.id;
    };
    if (std::ranges::count_if(finding_rules(), same) != 1) return false;
  }
  return true;
}
static_assert(ids_are_distinct());

}  // namespace

// A number without a row and a number of two rows do not compile.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"
FindingKind finding_kind(int number) {
#define HIPPUZZLE_CASE(kind, number, ...) \
  case number:                            \
    return FindingKind::kind;
#define HIPPUZZLE_NO_CASE(...)
  switch (static_cast<hip_cpu_finding_kind>(number)) {
    HIPPUZZLE_FINDING_KINDS(HIPPUZZLE_CASE, HIPPUZZLE_NO_CASE)
  }
#undef HIPPUZZLE_NO_CASE
#undef HIPPUZZLE_CASE
  throw std::runtime_error("the checker reported a value that this hippuzzle does not know");
}
#pragma GCC diagnostic pop

std::vector<std::string> finding_categories() {
  std::vector<std::string> categories;
  for (const FindingRule& rule : finding_rules()) {
    if (categories.empty() || categories.back() != rule.category)
      categories.push_back(rule.category);
  }
  return categories;
}

}  // namespace hippuzzle
