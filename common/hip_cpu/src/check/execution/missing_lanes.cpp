#include "hip_cpu/check/execution/missing_lanes.hpp"

#include <algorithm>
#include <utility>

namespace hip_cpu::check {

bool MissingLanes::may_be_read(const Machine& machine) {
  // Copies of more memory would take longer than the launch.
  constexpr std::uint64_t bytes_a_thread = 256, least = 1u << 20;
  const Module& module = *machine.launch.module;
  const std::uint64_t threads = machine.launch.block_count() * machine.launch.thread_count;
  return module.shuffles() && !module.prints() && !machine.launch.is_sampled &&
         MemorySnapshot::bytes_of(machine.memory) <=
             std::min(MemorySnapshot::most_bytes, std::max(threads * bytes_a_thread, least));
}

MissingLanes::MissingLanes(Machine& machine, const MemorySnapshot& before)
    : machine_(machine), before_(before) {}

void MissingLanes::judge() {
  std::vector<MissingLaneRead> reads;
  std::swap(reads, machine_.launch.missing_lanes);
  if (reads.empty()) return;
  const bool is_dropped =
      machine_.launch.is_complete && !machine_.launch.has_printed && !changes_memory();
  for (const MissingLaneRead& read : reads)
    if (is_dropped && read.is_first)
      read.finding->kind = HIP_CPU_WARP_DROPPED;
    else if (!is_dropped)
      read.finding->kind = HIP_CPU_WARP;
}

bool MissingLanes::changes_memory() {
  const MemorySnapshot after(machine_.memory, *machine_.launch.module);
  const bool any_stopped = machine_.any_stopped, was_precise = machine_.launch.is_precise;
  Observers others;
  std::swap(machine_.observers, others);
  machine_.findings.mute(true);
  machine_.launch.gives_other_values = true;
  before_.restore();
  machine_.run_again();
  const bool is_changed = !machine_.launch.is_complete || !after.holds_what_is_in_memory();
  machine_.launch.gives_other_values = false;
  machine_.findings.mute(false);
  std::swap(machine_.observers, others);
  machine_.any_stopped = any_stopped;
  machine_.launch.is_complete = true;
  machine_.launch.is_precise = was_precise;
  machine_.launch.missing_lanes.clear();
  after.restore();
  return is_changed;
}

}  // namespace hip_cpu::check
