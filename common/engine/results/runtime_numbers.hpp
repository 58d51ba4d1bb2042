// The checker's numbers of accesses and counts (hip_cpu/check.h); finding_kinds.hpp has the numbers
// of findings.
#pragma once

#include "engine/results/counted.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// All throw std::runtime_error for a number that is not known here.
Access access_kind(int number);
Counted counted_kind(int number);

int number_of(Counted what);

}  // namespace hippuzzle
