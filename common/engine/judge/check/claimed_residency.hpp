// Claims about resident warps. They depend on a launch's blocks alone, so the judge computes them
// from the launches that a runner reports.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// A launch in a case, as far as a multiprocessor's capacity is concerned.
struct CaseLaunch {
  uint32_t case_index = 0;
  std::string kernel = {};
  uint64_t threads = 0, shared_bytes = 0;  // of a block
};

bool claims_residency(const hippuzzle_variant& variant);

// The launches that break such a claim: each kernel and kind of block once, in its first case.
std::vector<Finding> broken_residency(const hippuzzle_variant& variant, const CaseView& cases,
                                      std::span<const CaseLaunch> launches);

}  // namespace hippuzzle
