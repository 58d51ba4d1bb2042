// What barriers, fences and atomic operations order: the machine's happens-before.
#include <algorithm>
#include <vector>

#include "hip_cpu/check/machine/machine.hpp"
#include "hip_cpu/check/machine/reports.hpp"

namespace hip_cpu::check {

bool CheckedMachine::is_in_clocks(const Epoch& access, std::uintptr_t address) const {
  const unsigned other = access.thread();
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned warp = current->index / width;
  if (!access.is_before(block.begin) && other / width == warp &&
      block.warps[warp].happened_before(access.time(), other % width, current->index % width))
    return true;
  return current->clock.covers(access, address) || block.clock.covers(access, address);
}

void CheckedMachine::release_barrier() {
  if (requests) requests->hand_over();
  observers.tell(&LaunchObserver::end_phase);
  report_barrier();
  pending.settle_reads(false);
  share_fences();
  block.met_barrier = true;
  block.last_barrier = ++now;
  filter_reads();
  for (const Barrier::Arrival& arrival : block.barrier.arrivals()) {
    Thread& thread = block.threads[arrival.thread];
    thread.time = now;
    thread.waits_at = 0;
    block.clock.join(thread.clock);
    thread.clock.clear();
    if (requests) requests->resume(arrival.thread);
  }
  for (WarpClocks& warp : block.warps) warp.reset();
  block.barrier.clear();
}

// A barrier that threads called at different sites, or that some threads of the block do not reach.
void CheckedMachine::report_barrier() {
  const auto& arrivals = block.barrier.arrivals();
  const Barrier::Arrival& first = arrivals.front();
  const auto differs = [&](const Barrier::Arrival& a) { return a.site != first.site; };
  const auto other = std::find_if(arrivals.begin(), arrivals.end(), differs);
  const bool all_here = arrivals.size() == launch.thread_count;
  if (other == arrivals.end() && (all_here || block.has_stopped)) return;
  Report found = report_of(*this, HIP_CPU_BARRIER);
  found.side_count = 2;
  found.sides[0] = side_of(*this, first.thread, HIP_CPU_NO_ACCESS, first.site);
  if (other != arrivals.end()) {
    found.sides[1] = side_of(*this, other->thread, HIP_CPU_NO_ACCESS, other->site);
  } else {
    std::vector<bool> is_here(launch.thread_count);
    for (const Barrier::Arrival& a : arrivals) is_here[a.thread] = true;
    const auto absent =
        static_cast<unsigned>(std::find(is_here.begin(), is_here.end(), false) - is_here.begin());
    // A thread that is still in the kernel waits in a warp operation.
    found.sides[1] = side_of(*this, absent, HIP_CPU_NO_ACCESS, block.threads[absent].waits_at);
  }
  hip_cpu_finding* const finding = findings.add(found);
  if (!finding || finding->count != 1) return;
  unsigned missing = 0;
  for (unsigned i = 0; i < launch.thread_count; ++i) missing += block.threads[i].exited;
  finding->waiting = static_cast<std::uint32_t>(
      arrivals.size() - std::count_if(arrivals.begin(), arrivals.end(), differs));
  finding->threads = launch.thread_count;
  finding->missing = missing;
}

// What one thread at the barrier has fenced, any of them may release from now on.
void CheckedMachine::share_fences() {
  BlockClock fenced;
  Time earliest = now + 1;
  for (const Barrier::Arrival& arrival : block.barrier.arrivals()) {
    const Thread& thread = block.threads[arrival.thread];
    earliest = std::min(earliest, thread.fence.time);
    if (thread.fence.time < block.last_barrier || thread.fence.time == 0) continue;
    fenced.threads.add(thread.index, thread.fence.time);
    block.fenced.join(thread.fence.clock);
  }
  if (fenced.threads.empty()) return;
  if (fenced.threads.size() == launch.thread_count) fenced = {earliest, {}, {}};
  block.fenced.join(block.begin, fenced);
}

// The first of the lanes that calls it joins for all.
void CheckedMachine::join_warp(std::uint64_t lanes) {
  if (current->joined) {
    current->joined = false;
    return;
  }
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned first = current->index / width * width;
  ++now;
  block.warps[first / width].meet(lanes, now);
  block.has_clocks = true;
  reads.turn_off();
  VectorClock joined;
  for (unsigned lane = 0; lane < width; ++lane)
    if (lanes >> lane & 1) joined.join(block.threads[first + lane].clock);
  for (unsigned lane = 0; lane < width; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    Thread& thread = block.threads[first + lane];
    thread.time = now;
    thread.joined = &thread != current;
    thread.clock = joined;
  }
}

void CheckedMachine::fence(FenceScope scope) {
  Thread& thread = *current;
  block.has_fenced = true;
  reads.turn_off();
  thread.time = ++now;
  Fence& fence = scope == FenceScope::device ? thread.fence : thread.block_fence;
  fence.time = now;
  fence.clock = block.clock;
  fence.clock.join(thread.clock);
  BlockClock mine{block.last_barrier, {}, {}};
  mine.threads.add(thread.index, now);
  fence.clock.join(block.begin, mine);
}

void CheckedMachine::synchronise(std::uintptr_t flag, bool stores) {
  const bool shared = launch.memories[0]->contains(flag);
  if (worker.number != 0 && !shared) stop_launch();
  if (!shared) block.has_synchronised = true;
  Thread& thread = *current;
  const auto acquire = [&](const std::unordered_map<std::uintptr_t, VectorClock>& released) {
    const auto found = released.find(flag);
    if (found == released.end()) return;
    thread.clock.join(found->second);
    block.has_clocks = true;
    reads.turn_off();
  };
  acquire(launch.released);
  if (!block.released.empty()) acquire(block.released);
  if (!stores) return;
  const auto release = [&](VectorClock& released, const VectorClock& clock) {
    released.join(clock);
    BlockClock mine;
    mine.flags.add(flag, now + 1);
    released.join(block.begin, mine);
  };
  if (thread.block_fence.time != 0) release(block.released[flag], thread.block_fence.clock);
  if (thread.fence.time == 0 && block.fenced.empty()) return;
  VectorClock& released = launch.released[flag];
  release(released, thread.fence.clock);
  released.join(block.fenced);
}

}  // namespace hip_cpu::check
