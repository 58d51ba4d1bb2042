#include "hip_cpu/check/execution/synchronisation.hpp"

#include <algorithm>
#include <vector>

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

Synchronisation::Synchronisation(Machine& machine)
    : machine_(machine), block_(machine.block), launch_(machine.launch) {}

bool Synchronisation::is_in_clocks(const Epoch& access, std::uintptr_t address) const {
  const Thread& thread = *machine_.current;
  const unsigned other = access.thread();
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned warp = thread.index / width;
  if (!access.is_before(block_.begin) && other / width == warp &&
      block_.warps[warp].happened_before(access.time(), other % width, thread.index % width))
    return true;
  if (thread.clock.empty() && block_.clock.empty()) return false;
  const std::uint32_t number = launch_.block_of(access.time());
  return thread.clock.happened_before(number, access, address) ||
         block_.clock.happened_before(number, access, address);
}

void Synchronisation::release_barrier() {
  if (machine_.requests) machine_.requests->hand_over();
  machine_.observers.tell(&LaunchObserver::end_phase);
  machine_.checks.check_barrier();
  machine_.settle_reads(false);
  share_fences();
  block_.met_barrier = true;
  block_.last_barrier = ++machine_.now;
  machine_.filter_reads();
  for (const Barrier::Arrival& arrival : block_.barrier.arrivals()) {
    Thread& thread = block_.threads[arrival.thread];
    thread.time = machine_.now;
    thread.waits_at = 0;
    block_.clock.join(thread.clock);
    block_.clock.join(thread.unfenced.of_block);
    thread.clock.clear();
    thread.unfenced.of_block.clear();
    if (machine_.requests) machine_.requests->resume(arrival.thread);
  }
  for (WarpClocks& warp : block_.warps) warp.reset();
  block_.barrier.clear();
}

// A fence of one thread at the barrier serves all of them: any may release it from now on.
void Synchronisation::share_fences() {
  BlockClock fenced;
  Time earliest = machine_.now + 1;
  for (const Barrier::Arrival& arrival : block_.barrier.arrivals()) {
    const Thread& thread = block_.threads[arrival.thread];
    earliest = std::min(earliest, thread.fence.time);
    if (thread.fence.time < block_.last_barrier || thread.fence.time == 0) continue;
    fenced.all = std::max(fenced.all, thread.fence.barrier);
    fenced.threads.add(thread.index, thread.fence.time);
    block_.fenced.join(thread.fence.clock);
  }
  if (fenced.threads.empty()) return;
  if (fenced.threads.size() == launch_.thread_count) fenced = {earliest, {}, {}};
  block_.fenced.join(launch_.running_block(), std::move(fenced));
}

// The first of the lanes that calls it joins for all.
void Synchronisation::join_warp(std::uint64_t lanes) {
  Thread& caller = *machine_.current;
  if (caller.joined) {
    caller.joined = false;
    return;
  }
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned first = caller.index / width * width;
  machine_.be_precise();
  ++machine_.now;
  block_.warps[first / width].meet(lanes, machine_.now);
  block_.has_clocks = true;
  VectorClock joined;
  for (unsigned lane = 0; lane < width; ++lane)
    if (lanes >> lane & 1) joined.join(block_.threads[first + lane].clock);
  for (unsigned lane = 0; lane < width; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    Thread& thread = block_.threads[first + lane];
    thread.time = machine_.now;
    thread.joined = &thread != &caller;
    thread.clock = joined;
  }
}

void Synchronisation::fence(FenceScope scope, Ordering order) {
  Thread& thread = *machine_.current;
  const bool of_device = scope == FenceScope::device;
  if (order.acquires) {
    take_over(thread.unfenced.of_block);
    if (of_device) take_over(thread.unfenced.of_device);
  }
  if (order.releases) (of_device ? thread.fence : thread.block_fence) = fence_here();
}

Fence Synchronisation::fence_here() {
  machine_.be_precise();
  Thread& thread = *machine_.current;
  block_.has_fenced = true;
  thread.time = ++machine_.now;
  Fence fence;
  fence.time = machine_.now;
  fence.barrier = block_.last_barrier;
  fence.clock = block_.clock;
  fence.clock.join(thread.clock);
  // The fence covers the accesses of its warp's lanes before this thread met them.
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned warp = thread.index / width;
  BlockClock lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    if (const Time known = block_.warps[warp].known(lane, thread.index % width))
      lanes.threads.add(warp * width + lane, known);
  if (!lanes.threads.empty()) fence.clock.join(launch_.running_block(), std::move(lanes));
  return fence;
}

// Atomic operations of blocks that run at the same time have no order that would be the same again.
void Synchronisation::admit_atomic(std::uintptr_t flag) {
  if (machine_.worker.number != 0 && !launch_.memories[0]->contains(flag)) machine_.stop_launch();
}

// The thread that uses the variable acquires everything that was released with the value that it
// read: each read-modify-write passes on its own acquisitions and adds its thread's fenced
// accesses.
void Synchronisation::synchronise(std::uintptr_t flag, AtomicUse use) {
  machine_.be_precise();
  const bool is_shared = launch_.memories[0]->contains(flag);
  const bool in_block = is_shared || machine_.current->scope.is_block;
  if (!in_block) block_.has_synchronised = true;
  if (use.reads) acquire(flag, in_block, use.order);
  if (!use.stores) return;
  if (!use.reads) forget_released(flag);
  const Thread& thread = *machine_.current;
  if (thread.block_fence.time != 0) release(block_.released[flag], thread.block_fence, flag);
  const bool has_fenced = thread.fence.time != 0 || !block_.fenced.empty();
  if (!has_fenced && !use.order.releases) return;
  const Fence own = use.order.releases ? fence_here() : Fence{};
  VectorClock& released = (in_block ? block_.released : launch_.released)[flag];
  if (use.order.releases) release(released, own, flag);
  if (!has_fenced) return;
  release(released, thread.fence, flag);
  released.join(block_.fenced);
}

// In an unchecked block neither fences nor the threads' own order are known. The block passes on
// everything that any of its threads has acquired, so that accesses which it may order are no race.
void Synchronisation::pass_on(std::uintptr_t flag, AtomicUse use) {
  if (launch_.released.empty() || launch_.memories[0]->contains(flag)) return;
  if (use.reads) {
    const auto found = launch_.released.find(flag);
    if (found != launch_.released.end()) launch_.passed_on.join(found->second);
  }
  if (use.stores && !launch_.passed_on.empty()) launch_.released[flag].join(launch_.passed_on);
}

// Takes over the variable's released clocks: at once, or at the next fence.
void Synchronisation::acquire(std::uintptr_t flag, bool in_block, Ordering order) {
  Thread& thread = *machine_.current;
  const bool at_once = order.acquires || !thread.scope.has_order;
  VectorClock& of_block = at_once ? thread.clock : thread.unfenced.of_block;
  VectorClock& of_device = at_once ? thread.clock : thread.unfenced.of_device;
  if (const auto found = launch_.released.find(flag); found != launch_.released.end()) {
    const BlockClock* const own = found->second.of(launch_.running_block());
    if (!in_block) {
      of_device.join(found->second);
    } else if (own) {
      of_block.join(launch_.running_block(), *own);
    }
    block_.has_clocks = true;
  }
  if (const auto found = block_.released.find(flag); found != block_.released.end()) {
    of_block.join(found->second);
    block_.has_clocks = true;
  }
}

void Synchronisation::take_over(VectorClock& unfenced) {
  if (unfenced.empty()) return;
  machine_.current->clock.join(unfenced);
  unfenced.clear();
}

void Synchronisation::release(VectorClock& released, const Fence& fence, std::uintptr_t flag) {
  BlockClock mine{fence.barrier, {}, {}};
  if (fence.time != 0) mine.threads.add(machine_.current->index, fence.time);
  mine.flags.add(flag, machine_.now + 1);
  released.join(fence.clock);
  released.join(launch_.running_block(), std::move(mine));
}

// A variable of eight bytes may be written by halves.
void Synchronisation::forget_released(std::uintptr_t address) {
  for (const std::uintptr_t size : {1, 2, 4, 8}) {
    launch_.released.erase(address / size * size);
    block_.released.erase(address / size * size);
  }
}

}  // namespace hip_cpu::check
