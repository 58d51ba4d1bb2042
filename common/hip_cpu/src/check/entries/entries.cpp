// Instrumented versions of the runtime's entry points, which checked kernels call (HIP_CPU_ENTRY);
// warp_entries.cpp has the entry points of warps. Wherever a thread may wait, another one may run
// before the call returns.
#include <algorithm>
#include <csetjmp>
#include <cstdint>

#include "hip_cpu/check/detectors/accesses.hpp"
#include "hip_cpu/check/detectors/runaway.hpp"
#include "hip_cpu/check/entries/api_calls.hpp"
#include "hip_cpu/check/entries/host_turn.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/check/execution/waiting.hpp"
#include "hip_cpu/simt/launch_queue.hpp"
#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {
namespace {

// While threads only let others run, in unchecked code, each of a block's threads may begin or end
// in between. When many more of such calls follow each other, no thread is left that could end the
// wait.
constexpr std::uint64_t most_idle_yields =
    2 * std::uint64_t{max_threads_per_block} * max_threads_per_block;

// Waits at the block's barrier by calling barrier(). code and frame: of the caller.
template <typename Barrier>
auto wait_here(const void* code, const void* frame, const Barrier& barrier) {
  CheckedMachine& machine = *active;
  const Away away;
  return wait_at_barrier(machine, code, frame, barrier);
}

// The running thread waits, and lets the other threads of its block go on. frame: of the entry.
void let_others_run(const void* code, const void* frame, const Arrivals& arrivals) {
  if (!active) {
    // The stopped thread may have been about to write the value that this thread waits for.
    if (probe) probe->step();
    const ProbedWait wait;
    return hip_cpu_yield();
  }
  CheckedMachine& machine = *active;
  Thread& thread = *machine.current;
  const bool is_idle = thread.left_at_yield == thread.steps_left;
  const std::uint64_t idle_yields = is_idle ? machine.block.idle_yields + 1 : 0;
  unsigned& most_arrived = machine.block.most_arrived;
  most_arrived = idle_yields == 0 ? arrivals.arrived : std::max(most_arrived, arrivals.arrived);
  // The barrier with most arrivals tells most, unless it was initialised again.
  if (idle_yields > most_idle_yields &&
      (arrivals.arrived == most_arrived || idle_yields > 2 * most_idle_yields))
    return runs_away(machine, site_of_frames(machine, frame), arrivals);
  thread.left_at_yield = thread.steps_left;
  const Away away;
  const Wait wait(machine, machine.site(code));
  machine.block.idle_yields = idle_yields;
  hip_cpu_yield();
}

// A barrier counts as one word, which its initialisation writes and its use reads.
void touch_barrier(const void* object, Kind kind, const void* code) {
  check_order_of_barrier(*active, {.address = reinterpret_cast<Address>(object),
                                   .bytes = 4,
                                   .kind = kind,
                                   .code = code,
                                   .has_alignment = false,
                                   .reads = kind == Kind::read});
}

void stop_deadlock() {
  if (own_machine && own_machine->launch.probe) own_machine->launch.probe->stop_block();
  if (!own_machine || !own_machine->launch.request || own_machine->launch.is_unlooked_at) return;
  report_deadlock(*own_machine);
}

}  // namespace
}  // namespace hip_cpu::check

using hip_cpu::check::active;
using hip_cpu::check::CheckedMachine;
using hip_cpu::check::first_machine;
using hip_cpu::check::own_machine;

#define CODE __builtin_return_address(0)
#define CALLER_FRAME (*static_cast<const void* const*>(__builtin_frame_address(0)))

namespace hip_cpu {

void run_checked_thread(void (*run)(const void*), const void* call) {
  if (!own_machine) return run(call);
  CheckedMachine& machine = *own_machine;
  if (check::Probe* const probe = machine.launch.probe) {
    check::probe = probe;
    probe->run_thread(run, call);
    check::probe = nullptr;
    return;
  }
  if (!machine.launch.request || machine.launch.is_unlooked_at) return run(call);
  machine.begin_thread(__builtin_frame_address(0));
  active = &machine;
  check::Thread& thread = *machine.current;
  if (setjmp(thread.end) == 0) {
    run(call);
    own_machine->end_thread();
    active = nullptr;
  }
}

}  // namespace hip_cpu

extern "C" {

void hip_cpu_checked_launch(const hip_cpu::LaunchRequest& request) {
  if (!first_machine) return hip_cpu::launch(request);
  if (const hipError_t error = hip_cpu::launch_error(request); error != hipSuccess)
    return hip_cpu::check::refuse(request, error);
  if (!hip_cpu::runs_graph() && hip_cpu::capture_launch(request, hip_cpu_checked_launch)) return;
  const hip_cpu::check::HostTurn turn;
  hip_cpu::check::watch_this_thread();
  hip_cpu::on_deadlock = hip_cpu::check::stop_deadlock;
  own_machine = first_machine;
  own_machine->run(request);
}

void hip_cpu_checked_cooperative_launch(const hip_cpu::LaunchRequest& request) {
  const dim3 grid = request.grid;
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (blocks == 1) return hip_cpu_checked_launch(request);
  if (!first_machine) return hip_cpu::launch_cooperatively(request);
  hipError_t error = hip_cpu::cooperative_launch_error(request);
  if (error == hipSuccess) {
    if (!hip_cpu::runs_graph() &&
        hip_cpu::capture_launch(request, hip_cpu_checked_cooperative_launch))
      return;
    const hip_cpu::check::HostTurn turn;
    hip_cpu::on_deadlock = hip_cpu::check::stop_deadlock;
    own_machine = first_machine;
    if (!own_machine->run_at_once(request)) error = hipErrorCooperativeLaunchTooLarge;
  }
  if (error != hipSuccess) hip_cpu::check::refuse(request, error);
}

void hip_cpu_checked_syncthreads() {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads();
  }
  hip_cpu::check::wait_here(CODE, CALLER_FRAME, [] { __syncthreads(); });
}
int hip_cpu_checked_syncthreads_count(int predicate) {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads_count(predicate);
  }
  return hip_cpu::check::wait_here(CODE, CALLER_FRAME,
                                   [=] { return __syncthreads_count(predicate); });
}
int hip_cpu_checked_syncthreads_and(int predicate) {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads_and(predicate);
  }
  return hip_cpu::check::wait_here(CODE, CALLER_FRAME,
                                   [=] { return __syncthreads_and(predicate); });
}
int hip_cpu_checked_syncthreads_or(int predicate) {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads_or(predicate);
  }
  return hip_cpu::check::wait_here(CODE, CALLER_FRAME, [=] { return __syncthreads_or(predicate); });
}

void hip_cpu_checked_yield() {
  hip_cpu::check::let_others_run(CODE, __builtin_frame_address(0), {});
}

void hip_cpu_checked_wait_at_barrier(unsigned arrived, unsigned expected) {
  hip_cpu::check::let_others_run(CODE, __builtin_frame_address(0), {arrived, expected});
}

void hip_cpu_checked_init_barrier(const void* object) {
  if (active) hip_cpu::check::touch_barrier(object, hip_cpu::check::Kind::write, CODE);
}
void hip_cpu_checked_use_barrier(const void* object) {
  if (active) hip_cpu::check::touch_barrier(object, hip_cpu::check::Kind::read, CODE);
}

void hip_cpu_checked_release(const void* object) {
  if (!active) return;
  CheckedMachine& machine = *active;
  machine.order.fence(hip_cpu::check::FenceScope::device);
  machine.order.admit_atomic(reinterpret_cast<std::uintptr_t>(object));
  machine.order.synchronise(reinterpret_cast<std::uintptr_t>(object), {true, true, {true, false}});
}

void hip_cpu_checked_acquire(const void* object) {
  if (!active) return;
  CheckedMachine& machine = *active;
  machine.order.admit_atomic(reinterpret_cast<std::uintptr_t>(object));
  machine.order.synchronise(reinterpret_cast<std::uintptr_t>(object), {true, false, {true, false}});
}

}  // extern "C"
