#include "cli/app/run/runner_choice.hpp"

#include "engine/runner/runner.hpp"

namespace hippuzzle {
namespace {

// A module for the check needs one library more than others, which does others no harm.
ModuleOf kind_of(const Candidate& candidate) {
  return candidate.emulator.empty() ? ModuleOf::checked_cpu : ModuleOf::amd;
}

}  // namespace

RunJob runner_choice(const RunSettings& settings, const Learner* learner) {
  if (settings.in_process) return run_in_this_process;
  return child_choice(learner, {.most_memory = settings.megabytes << 20});
}

RunJob child_choice(const Learner* learner, RunnerStart how) {
  const Isolation* isolation = learner != nullptr ? learner->isolation() : nullptr;
  if (isolation == nullptr) {
    return [how = std::move(how)](const Job& job, const SharedMemory& memory,
                                  std::chrono::milliseconds timeout, const EventSink& sink) {
      return run_in_child_as(how, job, memory, timeout, sink);
    };
  }
  return [isolation = *isolation, how = std::move(how)](const Job& job, const SharedMemory& memory,
                                                        std::chrono::milliseconds timeout,
                                                        const EventSink& sink) {
    const Candidate& candidate = job.candidate;
    return isolation.runner(candidate.module, kind_of(candidate), how)(job, memory, timeout, sink);
  };
}

}  // namespace hippuzzle
