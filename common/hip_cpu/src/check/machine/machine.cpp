#include "hip_cpu/check/machine/machine.hpp"

#include <array>
#include <deque>
#include <map>
#include <utility>

#include "hip_cpu/check/machine/parallel.hpp"
#include "hip_cpu/simt/block.hpp"

namespace hip_cpu::check {

__thread CheckedMachine* active = nullptr;
CheckedMachine* first_machine = nullptr;
__thread CheckedMachine* machine = nullptr;
__thread Requests* requests = nullptr;

namespace {

// In the place of memory that a module does not have.
ShadowMemory& no_memory() {
  static ShadowMemory none(0, 0, false);
  return none;
}

// The instrumented module around a kernel. Modules are never unloaded.
Module& module_of(const void* kernel) {
  static std::deque<Module> modules;
  const auto address = reinterpret_cast<std::uintptr_t>(kernel);
  for (Module& module : modules)
    if (module.contains(address)) return module;
  return modules.emplace_back(kernel);
}

// The same for the calling OS thread. It lives as long as that.
Module& module_of_worker(const Module& original) {
  thread_local std::map<const Module*, Module> modules;
  return modules.try_emplace(&original, original).first->second;
}

}  // namespace

CodeRange function_of(std::uintptr_t code) {
  static std::array<std::pair<std::uintptr_t, CodeRange>, 4096> cache;
  auto& [known, range] = cache[(code >> 2) % cache.size()];
  if (known != code) range = machine->launch.module->function_at(known = code);
  return range;
}

void set_position(unsigned (&to)[3], std::uint64_t number, dim3 size) {
  to[0] = static_cast<unsigned>(number % size.x);
  to[1] = static_cast<unsigned>(number / size.x % size.y);
  to[2] = static_cast<unsigned>(number / size.x / size.y);
}

void CheckedMachine::run(const LaunchRequest& request) {
  begin_launch(request, module_of(request.kernel));
  launch.kernel =
      launch.module->function_name(reinterpret_cast<std::uintptr_t>(request.kernel), request.name);
  if (ParallelLaunch::is_worthwhile(*this) && ParallelLaunch(*this).run()) {
    ++parallel.count;
  } else {
    launch.begin = ++now;
    run_in_order();
  }
  end_launch();
}

void CheckedMachine::begin_launch(const LaunchRequest& request, Module& module) {
  launch.request = &request;
  launch.module = &module;
  launch.memories[0] = module.shared() ? module.shared() : &no_memory();
  launch.memories[1] = &memory.shadow();
  launch.memories[2] = module.data() ? module.data() : &no_memory();
  launch.thread_count = request.block.x * request.block.y * request.block.z;
  launch.released.clear();
  launch.block_begins.clear();
  blockDim = request.block;
  gridDim = request.grid;
}

void CheckedMachine::begin_as_worker(const CheckedMachine& first, unsigned number) {
  begin_launch(*first.launch.request, module_of_worker(*first.launch.module));
  worker.number = number;
  max_steps = first.max_steps;
  launch.begin = now = first.now + 1;
  // between_blocks.cpp judges accesses to device memory, its reads included.
  reads.set_memories(*launch.memories[0], no_memory(), launch.begin);
}

void CheckedMachine::run_in_order() {
  reads.set_memories(*launch.memories[0], *launch.memories[1], launch.begin);
  observers.tell(&LaunchObserver::begin_launch);
  if (setjmp(launch.end) == 0) {
    const dim3 grid = launch.request->grid;
    const std::uint64_t count = std::uint64_t{grid.x} * grid.y * grid.z;
    for (std::uint64_t number = 0; number < count; ++number) run_block(number);
    pending.settle_reads(true);
    observers.tell(&LaunchObserver::end_launch, true);
  } else {
    if (requests) requests->hand_over();
    observers.tell(&LaunchObserver::end_phase);
    observers.tell(&LaunchObserver::end_launch, false);
    abandon_block_of_this_thread();
  }
}

void CheckedMachine::run_block(std::uint64_t number) {
  begin_block(number);
  block_of_this_thread().run(*launch.request, launch.thread_count);
  end_block();
}

void CheckedMachine::end_launch() {
  active = nullptr;
  pending.clear();
  launch.request = nullptr;
}

void CheckedMachine::begin_block(std::uint64_t number) {
  unsigned index[3];
  set_position(index, number, launch.request->grid);
  blockIdx = block.index = uint3(index[0], index[1], index[2]);
  block.number = number;
  block.begin = block.last_barrier = ++now;
  launch.block_begins.push_back(now);
  block.met_barrier = block.has_stopped = block.has_clocks = block.has_fenced = false;
  block.clock.clear();
  block.fenced.clear();
  block.barrier.clear();
  for (WarpClocks& warp : block.warps) warp.reset();
  if (launch.module->shared()) launch.module->begin_block(launch.request->dynamic_shared_bytes);
  observers.begin_block();
  filter_reads();
  requests = observers.want_requests() ? &block_requests_ : nullptr;
  if (requests) requests->begin_block(launch.thread_count, static_cast<unsigned>(warpSize));
}

void CheckedMachine::end_block() {
  if (requests) requests->hand_over();
  observers.tell(&LaunchObserver::end_phase);
  pending.settle_reads(false);
  observers.tell(&LaunchObserver::end_block);
}

void CheckedMachine::begin_thread() {
  const unsigned index = linear_thread_index();
  Thread& thread = block.threads[index];
  thread.index = index;
  thread.time = block.last_barrier;
  thread.calls.clear();
  thread.steps_left = max_steps;
  thread.exited = thread.stopped = false;
  thread.joined = false;
  thread.waits_at = 0;
  thread.stack = static_cast<const char*>(__builtin_frame_address(0));
  thread.fence = {};
  thread.clock.clear();
  if (requests) requests->begin_thread(index);
  current = &thread;
  active = machine;
}

void CheckedMachine::end_thread() {
  settle_writes();
  active = nullptr;
  current->exited = true;
  if (requests) requests->end_thread(current->index);
  observers.tell(&LaunchObserver::set_state, HIP_CPU_LEFT);
}

void CheckedMachine::stop_thread() {
  active = nullptr;
  current->stopped = block.has_stopped = any_stopped = true;
  if (requests) requests->end_thread(current->index);
  observers.tell(&LaunchObserver::set_state, HIP_CPU_ELSEWHERE);
  std::longjmp(current->end, 1);
}

void CheckedMachine::stop_launch() {
  active = nullptr;
  any_stopped = true;
  std::longjmp(launch.end, 1);
}

}  // namespace hip_cpu::check
