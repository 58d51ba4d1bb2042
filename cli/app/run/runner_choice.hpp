// The process that runs kernels: a runner, confined where the learner's kernels are, or with
// --in-process this one. The only place above the runner that knows both.
#pragma once

#include "cli/app/learner/learner.hpp"
#include "engine/judge/child/child_runner.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// learner: whose kernels run; nullptr for the reference's.
RunJob runner_choice(const RunSettings& settings, const Learner* learner);

// The same always in a child. how: everything but the confinement.
RunJob child_choice(const Learner* learner, RunnerStart how);

}  // namespace hippuzzle
