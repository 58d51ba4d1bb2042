#include "hip_cpu/check/detectors/barriers.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

// Whether all threads that are not at the barrier belong to warps of which every thread has left
// the kernel before it. The barrier does not wait for such threads, because the hardware counts
// warps: NVIDIA's guide (CUDA C++ programming guide, Independent Thread Scheduling: "all non-exited
// threads") and AMD's instruction set manuals (S_BARRIER: waves that have ended do not count) say
// so. A thread that went past the barrier to a later line has not left before it.
bool lacks_whole_warps_only(Machine& machine, SiteId barrier) {
  const auto width = static_cast<unsigned>(warpSize);
  std::uint64_t here[max_threads_per_block] = {};  // lanes, by warp
  for (const Barrier::Arrival& arrival : machine.block.barrier.arrivals())
    here[arrival.thread / width] |= std::uint64_t{1} << arrival.thread % width;
  if (barrier == 0) return false;
  const auto code = reinterpret_cast<std::uintptr_t>(machine.call_sites.frames(barrier).front());
  const CodeRange function = machine.function_of(code);
  for (unsigned i = 0; i < machine.launch.thread_count; ++i) {
    if (here[i / width] >> i % width & 1) continue;
    const Thread& thread = machine.block.threads[i];
    const auto last = reinterpret_cast<std::uintptr_t>(thread.last_access);
    if (!thread.exited || here[i / width] != 0 || (last > code && last < function.end))
      return false;
  }
  return true;
}

}  // namespace

// A barrier that threads called at different sites, or that some threads of the block do not reach.
void check_arrivals(Machine& machine) {
  const auto& arrivals = machine.block.barrier.arrivals();
  const Barrier::Arrival& first = arrivals.front();
  const auto differs = [&](const Barrier::Arrival& a) { return a.site != first.site; };
  const auto other = std::find_if(arrivals.begin(), arrivals.end(), differs);
  const bool all_here = arrivals.size() == machine.launch.thread_count;
  if (other == arrivals.end() &&
      (all_here || machine.block.has_stopped || lacks_whole_warps_only(machine, first.site)))
    return;
  Report found = report_of(machine, HIP_CPU_BARRIER);
  found.side_count = 2;
  found.sides[0] = side_of(machine, first.thread, HIP_CPU_NO_ACCESS, first.site);
  if (other != arrivals.end()) {
    found.sides[1] = side_of(machine, other->thread, HIP_CPU_NO_ACCESS, other->site);
  } else {
    std::vector<bool> is_here(machine.launch.thread_count);
    for (const Barrier::Arrival& a : arrivals) is_here[a.thread] = true;
    const auto absent =
        static_cast<unsigned>(std::find(is_here.begin(), is_here.end(), false) - is_here.begin());
    // A thread that is still in the kernel waits in a warp operation.
    found.sides[1] =
        side_of(machine, absent, HIP_CPU_NO_ACCESS, machine.block.threads[absent].waits_at);
  }
  hip_cpu_finding* const finding = machine.findings.add(found);
  if (!finding || finding->count != 1) return;
  unsigned missing = 0;
  for (unsigned i = 0; i < machine.launch.thread_count; ++i)
    missing += machine.block.threads[i].exited;
  finding->waiting = static_cast<std::uint32_t>(
      arrivals.size() - std::count_if(arrivals.begin(), arrivals.end(), differs));
  finding->threads = machine.launch.thread_count;
  finding->missing = missing;
}

void report_unmet(Machine& machine, const UnmetGridBarrier& barrier) {
  Report report = report_of(machine, HIP_CPU_BARRIER);
  report.detail = std::to_string(barrier.blocks - barrier.ended) + " of " +
                  std::to_string(barrier.blocks) + " blocks wait at a barrier of the grid, " +
                  std::to_string(barrier.ended) + (barrier.ended == 1 ? " has" : " have") +
                  " left the kernel";
  const LaunchRequest& request = *machine.launch.request;
  report.side_count = 2;
  report.sides[0].site = barrier.site;
  set_position(report.sides[0].block, barrier.waiting_block, request.grid);
  set_position(report.sides[0].thread, barrier.waiting_thread, request.block);
  set_position(report.sides[1].block, barrier.ended_block, request.grid);
  machine.findings.add(report);
}

}  // namespace hip_cpu::check
