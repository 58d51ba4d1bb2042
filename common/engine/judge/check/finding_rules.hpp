// The rules by which findings count: what is the same for all findings of a kind. The words for
// them are the command line's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/results/finding.hpp"

namespace hippuzzle {

struct FindingRule {
  FindingKind kind;
  const char* id;        // "race-same-value": for programs
  const char* category;  // "race": what --only and a suppression name
  bool is_error;         // else a warning, which leaves the verdict as it is
};

// One for each kind, in the order in which they are explained.
std::span<const FindingRule> finding_rules();

// Throws std::runtime_error on a kind that is none.
const FindingRule& rule_of(FindingKind kind);

// The categories, each once, in the same order.
std::vector<std::string> finding_categories();

}  // namespace hippuzzle
