// The checker's numbers (hip_cpu/check.h) in the protocol's names.
#pragma once

#include "engine/results/counted.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// All throw std::runtime_error for a number that is not known here.
FindingKind finding_kind(int number);
Access access_kind(int number);
Counted counted_kind(int number);

int number_of(Counted what);

}  // namespace hippuzzle
