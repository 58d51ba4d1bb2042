// The runner: opens a candidate, runs a job's cases on a device, and says what happened.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// Runs the job in this process. Reports every failure as an Event; throws only what sink throws.
// memory: the inputs' contents, and the outputs' slots, where the job says.
void run_job(const Job& job, std::span<std::byte> memory, const EventSink& sink);

// The same as a way to run a job: no second process, no timeout. For debuggers and profilers.
RunnerEnd run_in_this_process(const Job& job, const SharedMemory& memory,
                              std::chrono::milliseconds timeout, const EventSink& sink);

// The three descriptors that a runner process inherits.
struct RunnerDescriptors {
  int job;                // pipe, one encoded Job
  int events;             // pipe, encoded Events, one a line
  int memory;             // shared memory
  bool confined = false;  // gives up its rights before it opens the candidate
};

// main() of a runner process, started by run_in_child(). Returns the process's exit code.
int runner_main(const RunnerDescriptors& descriptors);

}  // namespace hippuzzle
