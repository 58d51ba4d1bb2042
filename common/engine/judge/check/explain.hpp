// Explains what the runtime saw: source lines, elements by their index, one finding a cause, and
// the comments by which a source says that a finding is meant.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "engine/results/access_counts.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// Fills in places, elements and case names, merges findings of the same lines, and marks findings
// that a comment on one of their lines, or on the line above it, allows:
//   // hippuzzle: allow race: every thread writes the same value
// A comment without a reason allows nothing; `notes` gets a sentence about each.
std::vector<Finding> explain(std::vector<Finding> findings, const hippuzzle_variant& variant,
                             const CaseView& cases, std::vector<std::string>& notes);

// Finds the source lines, and adds up the counts of each line.
void explain(std::vector<LaunchCounts>& launches);

}  // namespace hippuzzle
