// One variant at one size, checked on the CPU platform; its accesses are counted if the options say
// so. The candidate's module was compiled for checks.
#pragma once

#include <cstdint>

#include "engine/judge/judge.hpp"

namespace hippuzzle {

// The number of blocks of a launch that is enough for its sums, and small enough to be counted in
// seconds.
uint64_t blocks_to_look_at(const hippuzzle_launch_configuration& configuration);

// Throws Error(unsupported) when inputs and outputs of that many bytes find no room here.
// touches_all: kernels run as a whole, and not a sample of their blocks.
void require_memory(uint64_t bytes, bool touches_all);

// Runs the variant on random inputs of this size, in the mode of the options, which is Checked. The
// output is judged unless blocks are left out. Never throws for anything that the candidate does.
VariantResult judge_size(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                         const hippuzzle_extents& extents, const Candidate& candidate,
                         const RunOptions& options, const RunJob& run_job);

}  // namespace hippuzzle
