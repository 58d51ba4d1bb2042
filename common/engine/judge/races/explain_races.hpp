// Races explained: each is looked for in smaller launches, and traced in the smallest that shows
// it.
#pragma once

#include "engine/judge/judge.hpp"

namespace hippuzzle {

// Fills `explained` of a checked result: of its first `most` races that no comment allows. Launches
// have sizes that the variant takes, and random inputs; fewer blocks are smaller, then fewer
// threads, then fewer elements. options: the check's options; their mode is Checked. Never throws
// for anything that the candidate does.
void explain_races(VariantResult& result, const JudgeModule& puzzle,
                   const hippuzzle_variant& variant, const Candidate& candidate,
                   const RunOptions& options, size_t most, const RunJob& run_job);

}  // namespace hippuzzle
