// A runner in a process of its own, which may crash, hang or exit without harm to the judge.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// Starts this program again as a runner, feeds it the job, hands each event to the sink, and
// returns once the process and everything it started are gone. The output of the runner's process
// goes to standard error, up to a limit; its standard input is empty. A runner dies with its judge.
// While it waits for a processor, the timeout is one of computing
// (support/process/deadline.hpp). Throws std::system_error when none can be started.
RunnerEnd run_in_child(const Job& job, const SharedMemory& memory,
                       std::chrono::milliseconds timeout, const EventSink& sink);

// The same, started by a tool that looks on: a program with its options. The end is that program's.
RunnerEnd run_in_child_under(const std::vector<std::string>& tool, const Job& job,
                             const SharedMemory& memory, std::chrono::milliseconds timeout,
                             const EventSink& sink);

// Conditions of a runner that is not left to itself.
struct RunnerStart {
  std::vector<std::string> tool = {};  // runs the runner: a program with its options
  bool confined = false;               // it starts in / without environment variables, and gives up
                                       // its rights before it opens the candidate
  uint64_t most_memory = 0;            // resident bytes of it and its children; 0 for no limit
  std::string stranger = {};           // whose kernels these are; "" for the user's own
  std::function<void()> before_output = {};  // called before output is shown: a bar makes room
};

RunnerEnd run_in_child_as(const RunnerStart& how, const Job& job, const SharedMemory& memory,
                          std::chrono::milliseconds timeout, const EventSink& sink);

// The hidden argument that starts a runner, "--runner=JOB,EVENTS,MEMORY", and the suffix for a
// confined runner.
inline constexpr const char* runner_argument = "--runner=";
inline constexpr const char* runner_confined = ",confined";

}  // namespace hippuzzle
