#include "hip_cpu/check/execution/other_schedules.hpp"

#include <algorithm>
#include <utility>

namespace hip_cpu::check {
namespace {

// A thread that takes many times the steps that any took in the first order waits.
std::uint64_t most_steps(std::uint64_t first, std::uint64_t allowed) {
  return std::min(allowed, 8 * first + (1u << 16));
}

}  // namespace

OtherSchedules::OtherSchedules(Machine& machine, const MemorySnapshot& before)
    : machine_(machine), before_(before), sampling_before_(machine.sampling) {}

bool OtherSchedules::are_wanted(Machine& machine) {
  const Module& module = *machine.launch.module;
  if (machine.schedules.count < 2 || !module.synchronises() || module.prints()) return false;
  // Copies of so much memory take no longer than the launch.
  constexpr std::uint64_t bytes_a_thread = 256, least = 1u << 20;
  const std::uint64_t threads = machine.launch.block_count() * machine.launch.thread_count;
  const std::uint64_t bytes = MemorySnapshot::bytes_of(machine.memory);
  if (bytes > MemorySnapshot::most_bytes) return false;
  if (bytes <= std::max(threads * bytes_a_thread, least)) return true;
  constexpr unsigned most_launches = 8;  // of a kernel, where they take longer
  return machine.schedules.beside_much[machine.launch.request->kernel]++ < most_launches;
}

void OtherSchedules::run() {
  if (!machine_.launch.is_precise || !machine_.launch.is_complete) return;
  ++machine_.schedules.launches;
  const MemorySnapshot after(machine_.memory, *machine_.launch.module);
  const Sampling sampling_after = machine_.sampling;
  const bool any_stopped = machine_.any_stopped;
  const std::uint64_t max_steps = machine_.max_steps;
  Observers others;
  std::swap(machine_.observers, others);
  machine_.max_steps = most_steps(machine_.launch.most_steps, max_steps);

  const Schedule first = machine_.schedule;
  for (unsigned number = 0; number < machine_.schedules.count; ++number)
    if (number != first.number()) run({number, machine_.schedules.seed});

  machine_.max_steps = max_steps;
  std::swap(machine_.observers, others);
  machine_.any_stopped = any_stopped;
  machine_.sampling = sampling_after;
  machine_.schedule = first;
  machine_.findings.begin_schedule(0);
  after.restore();
}

void OtherSchedules::take_back() {
  before_.restore();
  machine_.sampling = sampling_before_;
}

void OtherSchedules::run(Schedule schedule) {
  machine_.schedule = std::move(schedule);
  machine_.findings.begin_schedule(machine_.schedule.number());
  for (;;) {
    take_back();
    machine_.run_again();
    if (!machine_.launch.has_waited || !machine_.schedule.moves_blocks()) return;
    machine_.schedule.keep_blocks();
  }
}

}  // namespace hip_cpu::check
