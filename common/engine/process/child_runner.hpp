// A runner in a process of its own, which may crash, hang or exit without harm to the judge.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "engine/protocol/job.hpp"
#include "engine/support/shared_memory.hpp"

namespace hippuzzle {

// How a runner process came to its end.
struct RunnerEnd {
  enum class How { exited, signalled, timed_out };
  How how = How::exited;
  int code = 0;  // exit status, or the signal's number
};

// Starts this program again as a runner, feeds it the job, hands each event to the sink, and
// returns once the process and everything it started are gone. What the runner's process prints
// goes to standard error, up to a limit; its standard input is empty. A runner dies with its judge.
// Throws std::system_error when none can be started. `under`: a program, with its options, that is
// to start the runner and look on; the end is then that program's.
RunnerEnd run_in_process(const Job& job, const SharedMemory& memory,
                         std::chrono::milliseconds timeout, const EventSink& sink,
                         const std::vector<std::string>& under = {});

// The hidden argument with which a runner is started, "--runner=JOB,EVENTS,MEMORY".
inline constexpr const char* runner_argument = "--runner=";

}  // namespace hippuzzle
