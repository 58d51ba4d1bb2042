// The judge: runs one variant of a puzzle with a candidate's kernels and says whether it is right.
#pragma once

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "engine/judge/result.hpp"
#include "engine/judge/run_options.hpp"
#include "engine/protocol/candidate.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// Runs the cases by run_job. Never throws for anything that the candidate does.
VariantResult judge(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                    const Candidate& candidate, const RunOptions& options, const RunJob& run_job);

// The same on cases that are there already, the first of which need not be an example.
VariantResult judge_cases(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                          const Candidate& candidate, const RunOptions& options,
                          const CaseView& set, const RunJob& run_job);

}  // namespace hippuzzle
