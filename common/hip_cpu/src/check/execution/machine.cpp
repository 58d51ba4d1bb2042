#include "hip_cpu/check/execution/machine.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "hip_cpu/check/execution/block_sample.hpp"
#include "hip_cpu/check/execution/missing_lanes.hpp"
#include "hip_cpu/check/execution/other_schedules.hpp"
#include "hip_cpu/check/execution/parallel.hpp"
#include "hip_cpu/check/execution/probe.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {

namespace {

// In the place of memory that a module does not have.
ShadowMemory& no_memory() {
  static ShadowMemory none(0, 0, false);
  return none;
}

// The same module for the calling OS thread. It lives as long as that.
Module& module_of_worker(const Module& original) {
  thread_local std::map<const Module*, Module> modules;
  return modules.try_emplace(original.original(), original).first->second;
}

// The number counts OS threads that launch; no other thread gets it later.
unsigned number_of_this_thread() {
  static std::atomic<unsigned> next{0};
  thread_local const unsigned number = next++;
  return number;
}

// The instrumented module around a kernel, and the OS thread that met it first, whose storage of
// shared arrays it describes. Modules are never unloaded.
struct MetModule {
  explicit MetModule(const void* kernel) : module(kernel) {}

  Module module;
  const unsigned thread = number_of_this_thread();
};
std::deque<MetModule>& met_modules() {
  static auto& modules = *new std::deque<MetModule>;  // findings refer to them to the end
  return modules;
}
MetModule& met_module(const void* kernel) {
  const auto address = reinterpret_cast<std::uintptr_t>(kernel);
  for (MetModule& met : met_modules())
    if (met.module.contains(address)) return met;
  return met_modules().emplace_back(kernel);
}

// The module for the calling thread, which launches the kernel.
Module& module_of(const void* kernel) {
  MetModule& met = met_module(kernel);
  return met.thread == number_of_this_thread() ? met.module : module_of_worker(met.module);
}

}  // namespace

Module* launched_module(std::uintptr_t address) {
  for (MetModule& met : met_modules())
    if (met.module.contains(address)) return &met.module;
  return nullptr;
}

const Module& checked_module(const void* code) { return met_module(code).module; }

CodeRange Machine::function_of(std::uintptr_t code) {
  auto& [known, range] = functions_[(code >> 2) % functions_.size()];
  if (known != code) range = launch.module->function_at(known = code);
  return range;
}

void set_position(unsigned (&to)[3], std::uint64_t number, dim3 size) {
  to[0] = static_cast<unsigned>(number % size.x);
  to[1] = static_cast<unsigned>(number / size.x % size.y);
  to[2] = static_cast<unsigned>(number / size.x / size.y);
}

void Machine::run(const LaunchRequest& request) {
  begin_launch(request, module_of(request.kernel));
  launch.kernel = name_of_kernel(request);
  observers.ask_for_launch();
  const StreamWork work = StreamOrder::instance().submit(request.stream);
  past.host_looks = memory.has_host_arrays();
  launch.ordered_begin = past.begin(work, now + 1);
  checks.begin_checks(request, work);
  std::optional<MemorySnapshot> before;  // a large one: one for all
  const auto memory_before = [&]() -> const MemorySnapshot& {
    return before ? *before : before.emplace(memory, *launch.module);
  };
  std::optional<OtherSchedules> others;
  const bool runs_again = OtherSchedules::are_wanted(*this);
  if (runs_again || schedules.first != 0) others.emplace(*this, memory_before());
  std::optional<MissingLanes> missing_lanes;
  if (MissingLanes::may_be_read(*this)) missing_lanes.emplace(*this, memory_before());
  begin_shadow(now + 1);
  if (ParallelLaunch::is_worthwhile(*this) && ParallelLaunch(*this, memory_before()).run()) {
    ++parallel.count;
    launch.is_complete = true;
  } else {
    schedule = Schedule(schedules.first, schedules.seed);
    begin_run();
    run_in_order();
    while (launch.has_waited && !schedule.is_first()) {
      schedule.moves_blocks() ? schedule.keep_blocks() : void(schedule = {});
      others->take_back();
      begin_run();
      run_in_order();
    }
  }
  if (missing_lanes) missing_lanes->judge();
  if (runs_again) others->run();
  launch.missing_lanes.clear();
  checks.end_checks();
  past.end(now, request, launch.block_begins);
  end_launch();
}

bool Machine::run_at_once(const LaunchRequest& request) {
  begin_launch(request, module_of(request.kernel));
  return run_in_turns();
}

const char* Machine::name_of_kernel(const LaunchRequest& request) {
  return module_of(request.kernel)
      .function_name(reinterpret_cast<std::uintptr_t>(request.kernel), request.name);
}

void Machine::run_again() {
  begin_run();
  launch.is_precise = launch.runs_again = true;
  run_in_order();
}

void Machine::begin_run() {
  launch.begin = launch.last_meeting = ++now;
  if (past.is_behind_all()) launch.ordered_begin = now;
  launch.is_complete = launch.has_waited = false;
  launch.has_read_pattern = launch.has_shuffled_pattern = false;
  launch.released.clear();
  launch.block_begins.clear();
  begin_shadow(now);
  schedule.begin_launch(launch.block_count());
}

void Machine::begin_shadow(Time begin) {
  const Time past_ends = past.past_of(begin);
  const bool is_all = past_ends == begin;
  launch.memories[1]->begin_launch(past_ends, is_all, memory.arrays());
  launch.memories[2]->begin_launch(past_ends, is_all, launch.module->arrays());
}

void Machine::begin_launch(const LaunchRequest& request, Module& module) {
  launch.request = &request;
  launch.module = &module;
  launch.memories[0] = module.shared() ? module.shared() : &no_memory();
  launch.memories[1] = &memory.shadow();
  launch.memories[2] = module.data() ? module.data() : &no_memory();
  launch.thread_count = request.block.x * request.block.y * request.block.z;
  launch.released.clear();
  launch.is_precise = launch.is_complete = false;
  launch.has_read_pattern = launch.has_shuffled_pattern = false;
  launch.waits_for_itself = launch.runs_again = launch.has_printed = false;
  launch.most_steps = 0;
  launch.block_begins.clear();
  const std::uint64_t most = sampling.asked.is_one != 0 ? 1 : sampling.asked.most;
  launch.is_sampled = most != 0 && launch.block_count() > most;
  blockDim = request.block;
  gridDim = request.grid;
}

void Machine::begin_as_worker(const Machine& first, unsigned number) {
  begin_launch(*first.launch.request, module_of_worker(*first.launch.module));
  worker.number = number;
  max_steps = first.max_steps;
  launch.begin = launch.last_meeting = launch.ordered_begin = now = first.now + 1;
  // Accesses to device memory are judged like accesses of concurrent blocks, reads included.
  reads.set_memories(*launch.memories[0], no_memory(), launch.begin);
}

void Machine::run_in_order() {
  reads.set_memories(*launch.memories[0], *launch.memories[1], launch.begin);
  observers.tell(&LaunchObserver::begin_launch);
  if (setjmp(launch.end) == 0) {
    launch.is_sampled ? run_sample() : run_all();
    settle_reads(true);
    checks.check_memory();
    observers.tell(&LaunchObserver::end_launch, true);
    launch.is_complete = true;
  } else {
    if (requests) requests->hand_over();
    observers.tell(&LaunchObserver::end_phase);
    observers.tell(&LaunchObserver::end_launch, false);
    schedule.is_first() ? abandon_block_of_this_thread() : discard_block_of_this_thread();
    pending.clear();
  }
}

void Machine::run_all() {
  for (std::uint64_t turn = 0; turn < launch.block_count(); ++turn) run_block(schedule.block(turn));
}

void Machine::run_sample() {
  const std::uint64_t count = launch.block_count();
  const dim3 grid = launch.request->grid;
  const hip_cpu_block_sample& asked = sampling.asked;
  const std::uint32_t(&one)[3] = asked.one;
  std::vector<SampledBlock>& sample = sampling.blocks;
  sample.clear();
  if (asked.is_one == 0) {
    // If the other blocks run as well, somebody waits for the verdict.
    sample = asked.runs_others != 0 ? sample_for_verdict(grid, asked.most, asked.seed)
                                    : sample_by_probes(*this, asked.most, asked.seed);
  } else if (one[0] < grid.x && one[1] < grid.y && one[2] < grid.z) {
    sample = {{(std::uint64_t{one[2]} * grid.y + one[1]) * grid.x + one[0], count}};
  }
  for (const std::uint64_t number : observers.wanted_blocks()) {
    const auto at = std::ranges::lower_bound(sample, number, {}, &SampledBlock::number);
    if (asked.is_one == 0 && (at == sample.end() || at->number != number))
      sample.insert(at, {number, 1});
  }
  sampling.looked_at += sample.size();
  sampling.in_all += count;
  std::uint64_t next = 0;
  for (const SampledBlock& sampled : sample) {
    run_unlooked_at(next, sampled.number);
    run_block(sampled.number, sampled.stands_for);
    next = sampled.number + 1;
  }
  run_unlooked_at(next, count);
}

// The blocks from begin on that come before end.
void Machine::run_unlooked_at(std::uint64_t begin, std::uint64_t end) {
  if (sampling.asked.runs_others == 0) return;
  launch.is_unlooked_at = true;
  os_threads.leave_kernel();
  requests = nullptr;
  for (; begin < end; ++begin) {
    unsigned index[3];
    set_position(index, begin, launch.request->grid);
    blockIdx = uint3(index[0], index[1], index[2]);
    launch.passed_on.clear();
    block_of_this_thread().run(*launch.request, launch.thread_count);
  }
  launch.is_unlooked_at = false;
}

void Machine::end_launch() {
  os_threads.leave_kernel();
  pending.clear();
  launch.released.clear();
  launch.request = nullptr;
}

}  // namespace hip_cpu::check
