#include "cli/app/run/runner_choice.hpp"

#include "engine/judge/child/child_runner.hpp"
#include "engine/runner/runner.hpp"

namespace hippuzzle {

RunJob runner_choice(bool in_process) { return in_process ? run_in_this_process : run_in_child; }

RunJob runner_choice(bool in_process, uint64_t megabytes) {
  if (in_process || megabytes == 0) return runner_choice(in_process);
  return [how = RunnerStart{.most_memory = megabytes << 20}](
             const Job& job, const SharedMemory& memory, std::chrono::milliseconds timeout,
             const EventSink& sink) { return run_in_child_as(how, job, memory, timeout, sink); };
}

}  // namespace hippuzzle
