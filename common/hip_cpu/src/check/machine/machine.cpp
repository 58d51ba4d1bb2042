#include "hip_cpu/check/machine/machine.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "hip_cpu/check/machine/access_counts.hpp"
#include "hip_cpu/check/machine/parallel.hpp"
#include "hip_cpu/simt/launch.hpp"

namespace hip_cpu::check {

__thread Grid* active = nullptr;
Grid* first_grid = nullptr;
__thread Grid* grid = nullptr;
__thread Requests* requests = nullptr;

Grid::Grid(GlobalMemory& memory) : memory(memory) {}
Grid::~Grid() = default;

namespace {

// In the place of memory that a module does not have.
Region& no_region() {
  static Region none(0, 0, false);
  return none;
}

void set(unsigned (&to)[3], std::uint64_t number, dim3 size) {
  to[0] = static_cast<unsigned>(number % size.x);
  to[1] = static_cast<unsigned>(number / size.x % size.y);
  to[2] = static_cast<unsigned>(number / size.x / size.y);
}

// The instrumented module around a kernel. Modules are never unloaded.
Module& module_of(const void* kernel) {
  static std::deque<Module> modules;
  const auto address = reinterpret_cast<std::uintptr_t>(kernel);
  for (Module& module : modules)
    if (module.contains(address)) return module;
  return modules.emplace_back(kernel);
}

// The same, for the OS thread that asks. They live as long as it.
Module& module_of_worker(const Module& original) {
  thread_local std::map<const Module*, Module> modules;
  return modules.try_emplace(&original, original).first->second;
}

}  // namespace

CodeRange function_of(std::uintptr_t code) {
  static std::array<std::pair<std::uintptr_t, CodeRange>, 4096> cache;
  auto& [known, range] = cache[(code >> 2) % cache.size()];
  if (known != code) range = grid->module->function_at(known = code);
  return range;
}

void Grid::Listeners::take(const Request& request) {
  if (grid.counts) grid.counts->take(request);
  if (grid.trace) grid.trace->take(request);
}

SiteId Grid::site_of_frames(const void* innermost) {
  std::vector<const void*> codes;
  const auto* frame = static_cast<const void* const*>(innermost);
  while (codes.size() < 64) {
    const void* code = frame[1];
    if (!module->contains(reinterpret_cast<std::uintptr_t>(code))) break;
    codes.push_back(code);
    const auto* next = static_cast<const void* const*>(frame[0]);
    if (next <= frame || reinterpret_cast<const char*>(next) > current->stack) break;
    frame = next;
  }
  ContextId context = 0;
  for (std::size_t i = codes.size(); i-- > 1;) context = sites.enter(context, codes[i]);
  return codes.empty() ? 0 : sites.at(context, codes.front());
}

Report::Side Grid::side(unsigned thread, hip_cpu_access access, SiteId site) const {
  Report::Side side{access, site, {}, {}};
  set(side.block, block_number, request->grid);
  set(side.thread, thread, request->block);
  return side;
}

Report::Side Grid::side(const Access& earlier, hip_cpu_access access) const {
  Report::Side side{earlier.atomic() ? HIP_CPU_ATOMIC : access, earlier.site(), {}, {}};
  const auto later = std::upper_bound(block_begins.begin(), block_begins.end(), earlier.time());
  set(side.block, static_cast<std::uint64_t>(later - block_begins.begin() - 1), request->grid);
  set(side.thread, earlier.thread(), request->block);
  return side;
}

Report Grid::report(hip_cpu_finding_kind kind) const {
  Report report;
  report.kind = kind;
  if (request) report.kernel = kernel;
  return report;
}

const Array* Grid::array_at(const Region& region, std::uintptr_t address) const {
  return nearest(
      &region == &const_cast<Grid*>(this)->memory.region() ? memory.arrays() : module->arrays(),
      address);
}

bool Grid::is_known(const Access& access, std::uintptr_t address) const {
  const unsigned other = access.thread();
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned warp = current->index / width;
  if (!access.is_before(block_begin) && other / width == warp &&
      warps[warp].knows(current->index % width, other % width, access.time()))
    return true;
  return current->known.covers(access, address) || block_known.covers(access, address);
}

void Grid::launch(const LaunchRequest& launch) {
  begin_launch(launch, module_of(launch.kernel));
  kernel = module->function_name(reinterpret_cast<std::uintptr_t>(launch.kernel), launch.name);
  if (ParallelLaunch::is_worthwhile(*this) && ParallelLaunch(*this).run()) {
    ++parallel_launches;
  } else {
    begin = ++now;
    run_in_order();
  }
  end_launch();
}

void Grid::begin_launch(const LaunchRequest& launch, Module& of) {
  request = &launch;
  module = &of;
  regions[0] = module->shared() ? module->shared() : &no_region();
  regions[1] = &memory.region();
  regions[2] = module->data() ? module->data() : &no_region();
  thread_count = launch.block.x * launch.block.y * launch.block.z;
  released.clear();
  block_begins.clear();
  blockDim = launch.block;
  gridDim = launch.grid;
}

void Grid::begin_as_worker(const Grid& first, unsigned its_number) {
  begin_launch(*first.request, module_of_worker(*first.module));
  number = its_number;
  max_steps = first.max_steps;
  begin = now = first.now + 1;
  // Reads of device memory are judged otherwise, as all accesses to it.
  reads.set_regions(*regions[0], no_region(), begin);
}

void Grid::run_in_order() {
  reads.set_regions(*regions[0], *regions[1], begin);
  if (counts) counts->begin_launch();
  if (trace) trace->begin_launch();
  if (setjmp(end) == 0) {
    const std::uint64_t count = std::uint64_t{request->grid.x} * request->grid.y * request->grid.z;
    for (std::uint64_t block = 0; block < count; ++block) run_block(block);
    settle_reads(true);
    if (counts) counts->end_launch(true);
  } else {
    if (counts) counts->end_launch(false);
    if (requests) requests->hand_over();
    if (trace) trace->end_block();
    abandon_block_of_this_thread();
  }
}

void Grid::run_block(std::uint64_t number_in_grid) {
  begin_block(number_in_grid);
  block_of_this_thread().run(*request, thread_count);
  end_block();
}

void Grid::end_launch() {
  active = nullptr;
  pending_writes.clear();
  pending_reads.clear();
  request = nullptr;
}

void Grid::begin_block(std::uint64_t number_in_grid) {
  unsigned index[3];
  set(index, number_in_grid, request->grid);
  blockIdx = block_index = uint3(index[0], index[1], index[2]);
  block_number = number_in_grid;
  block_begin = last_barrier = ++now;
  block_begins.push_back(now);
  met_barrier = has_stopped = has_knowledge = has_fenced = false;
  block_known.clear();
  block_fenced.clear();
  barrier.clear();
  for (WarpOrder& warp : warps) warp.reset();
  if (module->shared()) module->begin_block(request->dynamic_shared_bytes);
  filter_reads();
  if (counts) counts->begin_block();
  if (trace) trace->begin_block();
  requests = counts || (trace && trace->is_recording()) ? &block_requests : nullptr;
  if (requests) requests->begin_block(thread_count, static_cast<unsigned>(warpSize));
}

void Grid::end_block() {
  if (requests) requests->hand_over();
  if (trace) trace->end_block();
  settle_reads(false);
  if (counts) counts->end_block();
}

void Grid::begin_thread() {
  const unsigned index = linear_thread_index();
  Thread& thread = threads[index];
  thread.index = index;
  thread.time = last_barrier;
  thread.calls.clear();
  thread.steps_left = max_steps;
  thread.exited = thread.stopped = false;
  thread.joined = false;
  thread.waits_at = 0;
  thread.stack = static_cast<const char*>(__builtin_frame_address(0));
  thread.fence = {};
  thread.known.clear();
  if (requests) requests->begin_thread(index);
  current = &thread;
  active = grid;
}

void Grid::end_thread() {
  settle_writes();
  active = nullptr;
  current->exited = true;
  if (requests) requests->end_thread(current->index);
  if (trace) trace->set_state(HIP_CPU_LEFT);
}

void Grid::stop_thread() {
  active = nullptr;
  current->stopped = has_stopped = any_stopped = true;
  if (requests) requests->end_thread(current->index);
  if (trace) trace->set_state(HIP_CPU_ELSEWHERE);
  std::longjmp(current->end, 1);
}

void Grid::stop_launch() {
  active = nullptr;
  any_stopped = true;
  std::longjmp(end, 1);
}

void Grid::release_barrier() {
  if (requests) requests->hand_over();
  if (trace) trace->end_phase();
  const auto& arrivals = barrier.arrivals();
  const Barrier::Arrival& first = arrivals.front();
  const auto differs = [&](const Barrier::Arrival& a) { return a.site != first.site; };
  const auto other = std::find_if(arrivals.begin(), arrivals.end(), differs);
  const bool all_here = arrivals.size() == thread_count;
  if (other != arrivals.end() || (!all_here && !has_stopped)) {
    Report found = report(HIP_CPU_BARRIER);
    found.side_count = 2;
    found.sides[0] = side(first.thread, HIP_CPU_NO_ACCESS, first.site);
    unsigned missing = 0;
    for (unsigned i = 0; i < thread_count; ++i) missing += threads[i].exited;
    if (other != arrivals.end()) {
      found.sides[1] = side(other->thread, HIP_CPU_NO_ACCESS, other->site);
    } else {
      std::vector<bool> is_here(thread_count);
      for (const Barrier::Arrival& a : arrivals) is_here[a.thread] = true;
      const auto absent =
          static_cast<unsigned>(std::find(is_here.begin(), is_here.end(), false) - is_here.begin());
      // One who is still in the kernel waits in a warp operation.
      found.sides[1] = side(absent, HIP_CPU_NO_ACCESS, threads[absent].waits_at);
    }
    if (hip_cpu_finding* finding = findings.add(found); finding && finding->count == 1) {
      finding->waiting = static_cast<std::uint32_t>(
          arrivals.size() - std::count_if(arrivals.begin(), arrivals.end(), differs));
      finding->threads = thread_count;
      finding->missing = missing;
    }
  }
  settle_reads(false);
  share_fences();
  met_barrier = true;
  last_barrier = ++now;
  filter_reads();
  for (const Barrier::Arrival& arrival : arrivals) {
    Thread& thread = threads[arrival.thread];
    thread.time = now;
    thread.waits_at = 0;
    block_known.add(thread.known);
    thread.known.clear();
    if (requests) requests->resume(arrival.thread);
  }
  for (WarpOrder& warp : warps) warp.reset();
  barrier.clear();
}

// What the threads at the barrier had made ready for others, any of them may now pass on.
void Grid::share_fences() {
  BlockKnowledge fenced;
  Time earliest = now + 1;
  for (const Barrier::Arrival& arrival : barrier.arrivals()) {
    const Thread& thread = threads[arrival.thread];
    earliest = std::min(earliest, thread.fence.time);
    if (thread.fence.time < last_barrier || thread.fence.time == 0) continue;
    fenced.threads.add(thread.index, thread.fence.time);
    block_fenced.add(thread.fence.known);
  }
  if (fenced.threads.empty()) return;
  if (fenced.threads.size() == thread_count) fenced = {earliest, {}, {}};
  block_fenced.add(block_begin, fenced);
}

// To be called when the instruction of the write is over.
void Grid::settle_writes() {
  if (trace) trace->settle();
  for (PendingWrite& write : pending_writes) {
    const void* now_there = reinterpret_cast<const void*>(write.address);
    if (std::memcmp(now_there, write.before, write.bytes) == 0)
      write.report.kind = HIP_CPU_RACE_SAME;
    hip_cpu_finding* finding = findings.add(write.report);
    if (!finding) continue;
    finding->between_blocks = !std::equal(
        write.report.sides[0].block, write.report.sides[0].block + 3, write.report.sides[1].block);
    finding->after_barrier = met_barrier;
  }
  if (pending_writes.empty()) return;
  pending_writes.clear();
  filter_reads();
}

// To be called at the end of each phase between barriers, before `last_barrier` moves on.
void Grid::settle_reads(bool launch_ends) {
  std::vector<PendingRead> kept;
  for (PendingRead& read : pending_reads) {
    bool is_race = false;
    if (read.region->state(read.report.address) == written) {
      const Access write = read.region->last_write(read.report.address);
      const bool both_atomic = write.atomic() && read.report.sides[0].access == HIP_CPU_ATOMIC;
      is_race = !both_atomic && (read.block_begin != block_begin ||
                                 (read.phase == last_barrier && !write.is_before(last_barrier) &&
                                  write.thread() != read.thread));
    } else if (!read.region->shared() && !launch_ends) {
      kept.push_back(std::move(read));  // somebody may still write it
      continue;
    }
    if (!is_race) findings.add(read.report);
  }
  pending_reads = std::move(kept);
}

// Called by each of the lanes; the first speaks for all.
void Grid::join_warp(std::uint64_t lanes) {
  if (current->joined) {
    current->joined = false;
    return;
  }
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned first = current->index / width * width;
  ++now;
  warps[first / width].meet(lanes, now);
  has_knowledge = true;
  reads.turn_off();
  Knowledge known;
  for (unsigned lane = 0; lane < width; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    known.add(threads[first + lane].known);
  }
  for (unsigned lane = 0; lane < width; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    Thread& thread = threads[first + lane];
    thread.time = now;
    thread.joined = &thread != current;
    thread.known = known;
  }
}

void Grid::fence() {
  Thread& thread = *current;
  has_fenced = true;
  reads.turn_off();
  thread.time = ++now;
  thread.fence.time = now;
  thread.fence.known = block_known;
  thread.fence.known.add(thread.known);
  BlockKnowledge mine{last_barrier, {}, {}};
  mine.threads.add(thread.index, now);
  thread.fence.known.add(block_begin, mine);
}

void Grid::synchronise(std::uintptr_t flag, bool stores) {
  if (number != 0 && !regions[0]->contains(flag)) stop_launch();
  Thread& thread = *current;
  const auto found = released.find(flag);
  if (found != released.end()) {
    thread.known.add(found->second);
    has_knowledge = true;
    reads.turn_off();
  }
  if (!stores || (thread.fence.time == 0 && block_fenced.empty())) return;
  Knowledge& made_known = released[flag];
  made_known.add(thread.fence.known);
  made_known.add(block_fenced);
  BlockKnowledge mine;
  mine.flags.add(flag, now + 1);
  made_known.add(block_begin, mine);
}

}  // namespace hip_cpu::check
