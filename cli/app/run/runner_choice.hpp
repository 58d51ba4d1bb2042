// The process that runs kernels: a runner, or with --in-process this one. The only place above the
// runner that knows both.
#pragma once

#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

RunJob runner_choice(bool in_process);

// The same in a runner whose memory is limited, in MiB; 0 for no limit.
RunJob runner_choice(bool in_process, uint64_t megabytes);

}  // namespace hippuzzle
