// Findings in words: the rule of each kind, its headline, its sides and why it matters.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/protocol/finding.hpp"

namespace hippuzzle {

// What is the same for all findings of a kind.
struct FindingRule {
  FindingKind kind;
  const char* id;        // "race-same-value": for programs
  const char* category;  // "race": what --only and a suppression name
  bool is_error;         // else a warning, which leaves the verdict as it is
  const char* title;     // "two threads race for the same bytes"
  const char* why;       // one sentence: what comes of it on a GPU
};

std::span<const FindingRule> finding_rules();

// Throws std::runtime_error on a kind that is none.
const FindingRule& rule_of(FindingKind kind);

// The categories, in the order in which they are explained.
std::vector<std::string> finding_categories();

// "out of bounds: a read of a[4], past the end of 'a' (4 elements)": one line without a full stop.
std::string headline(const Finding& finding);

// "read of shared[3] by thread (4, 0, 0) of block (0, 0, 0)", or what else that side does.
std::string describe_side(const Finding& finding, size_t side);

// Why it matters; the rule's sentence, or one for this finding.
std::string why(const Finding& finding);

}  // namespace hippuzzle
