// The way to run a job, as the judge sees it: in a child process, or in this one for a debugger.
#pragma once

#include <chrono>
#include <functional>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"
#include "support/files/shared_memory.hpp"

namespace hippuzzle {

// The end of a runner.
struct RunnerEnd {
  enum class How { exited, signalled, timed_out, out_of_memory, too_many_threads };
  How how = How::exited;
  int code = 0;  // exit status, or the signal's number
};

// Runs the job on the buffers in `memory`, hands each event to the sink, and returns when the
// runner has ended. The judge is given one, so that it links no runner: run_in_child() of the
// process component, or the runner's run_in_this_process().
using RunJob = std::function<RunnerEnd(const Job& job, const SharedMemory& memory,
                                       std::chrono::milliseconds timeout, const EventSink& sink)>;

}  // namespace hippuzzle
