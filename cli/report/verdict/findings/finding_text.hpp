// Findings in words: a finding's headline, its sides and why it matters. The
// same in every format.
#pragma once

#include <cstdint>
#include <string>

#include "engine/results/finding.hpp"

namespace hippuzzle {

// "out of bounds: a read of a[4], past the end of 'a' (4 elements)": one line without a full stop.
std::string headline(const Finding& finding);

// "read of shared[3] by thread (4, 0, 0) of block (0, 0, 0)", or that side's other action.
std::string describe_side(const Finding& finding, size_t side);

// The order of blocks and threads in which a launch was run: "as numbered", "reversed" or
// "shuffled".
const char* schedule_name(uint32_t schedule);

// Why it matters; the kind's sentence, or one for this finding.
std::string why(const Finding& finding);

}  // namespace hippuzzle
