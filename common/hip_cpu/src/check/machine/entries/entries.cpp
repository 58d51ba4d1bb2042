// Instrumented versions of the runtime's entry points, which checked kernels call (HIP_CPU_ENTRY);
// those of warps are in warp_entries.cpp. Wherever a thread may wait, another one may run before
// the call returns.
#include <algorithm>
#include <csetjmp>
#include <cstdint>

#include "hip_cpu/check/machine/entries/host_turn.hpp"
#include "hip_cpu/check/machine/entries/probe.hpp"
#include "hip_cpu/check/machine/entries/waiting.hpp"
#include "hip_cpu/check/machine/machine.hpp"
#include "hip_cpu/check/machine/reports.hpp"
#include "hip_cpu/simt/block.hpp"
#include "hip_cpu/simt/launch.hpp"
#include "hip_cpu/simt/streams/graph.hpp"

namespace hip_cpu::check {
namespace {

// Where threads do nothing but let others run, in what is not checked, each of a block's threads
// may begin or end in between. When many more of such calls follow each other, nobody is left who
// could end the wait.
constexpr std::uint64_t most_idle_yields =
    2 * std::uint64_t{max_threads_per_block} * max_threads_per_block;

// code and frame: of the caller.
template <typename Barrier>
auto wait_at_barrier(const void* code, const void* frame, const Barrier& barrier) {
  const SiteId site = machine->site(code);
  const Wait wait(site);
  machine->observers.tell(&LaunchObserver::arrive, site, code, frame);
  if (requests) requests->arrive(machine->current->index);
  struct Release {
    const unsigned meeting;
    ~Release() {
      if (machine->block.barrier.begins_release(meeting)) machine->order.release_barrier();
    }
  } release{machine->block.barrier.arrive(machine->current->index, site)};
  return barrier();
}

void report_deadlock() {
  if (machine && machine->launch.probe) machine->launch.probe->stop_block();
  if (!machine || !machine->launch.request || machine->launch.is_unlooked_at) return;
  const Thread* waiting[2] = {};
  for (unsigned i = 0; i < machine->launch.thread_count; ++i) {
    const Thread& thread = machine->block.threads[i];
    if (thread.exited || thread.stopped || thread.waits_at == 0) continue;
    if (!waiting[0]) {
      waiting[0] = &thread;
    } else if (!waiting[1] && thread.waits_at != waiting[0]->waits_at) {
      waiting[1] = &thread;
    }
  }
  {  // a jump ends no lifetimes
    Report report = report_of(*machine, HIP_CPU_WARP);
    report.detail = "its lanes wait for others that wait elsewhere, for ever";
    for (const Thread* thread : waiting)
      if (thread)
        report.sides[report.side_count++] =
            side_of(*machine, thread->index, HIP_CPU_NO_ACCESS, thread->waits_at);
    if (!machine->block.has_stopped) machine->findings.add(report);
  }
  machine->stop_launch();
}

}  // namespace

void wait_for_block(const void* code, const void* frame) {
  wait_at_barrier(code, frame, [] { __syncthreads(); });
}

}  // namespace hip_cpu::check

using hip_cpu::check::machine;

#define CODE __builtin_return_address(0)
#define CALLER_FRAME (*static_cast<const void* const*>(__builtin_frame_address(0)))

namespace hip_cpu {

void run_checked_thread(void (*run)(const void*), const void* call) {
  if (machine && machine->launch.probe) return machine->launch.probe->run_thread(run, call);
  if (!machine || !machine->launch.request || machine->launch.is_unlooked_at) return run(call);
  machine->begin_thread(__builtin_frame_address(0));
  check::Thread& thread = *machine->current;
  if (setjmp(thread.end) == 0) {
    run(call);
    machine->end_thread();
  }
}

}  // namespace hip_cpu

extern "C" {

void hip_cpu_checked_launch(const hip_cpu::LaunchRequest& request) {
  if (!hip_cpu::check::first_machine) return hip_cpu::launch(request);
  if (const hipError_t error = hip_cpu::launch_error(request); error != hipSuccess) {
    static_cast<void>(hip_cpu::report(error));
    return;
  }
  if (!hip_cpu::runs_graph() && hip_cpu::capture_launch(request, hip_cpu_checked_launch)) return;
  const hip_cpu::check::HostTurn turn;
  hip_cpu::check::give_signal_stack_to_this_thread();
  hip_cpu::on_deadlock = hip_cpu::check::report_deadlock;
  machine = hip_cpu::check::first_machine;
  machine->run(request);
}

void hip_cpu_checked_cooperative_launch(const hip_cpu::LaunchRequest& request) {
  const dim3 grid = request.grid;
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (blocks == 1) return hip_cpu_checked_launch(request);
  auto* const first = hip_cpu::check::first_machine;
  if (!first) return hip_cpu::launch_cooperatively(request);
  hipError_t error = hip_cpu::cooperative_launch_error(request);
  if (error == hipSuccess) {
    if (!hip_cpu::runs_graph() &&
        hip_cpu::capture_launch(request, hip_cpu_checked_cooperative_launch))
      return;
    const hip_cpu::check::HostTurn turn;
    hip_cpu::on_deadlock = hip_cpu::check::report_deadlock;
    machine = first;
    if (!first->run_at_once(request)) error = hipErrorCooperativeLaunchTooLarge;
  }
  if (error != hipSuccess) static_cast<void>(hip_cpu::report(error));
}

void hip_cpu_checked_syncthreads() {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads();
  }
  hip_cpu::check::wait_for_block(CODE, CALLER_FRAME);
}
int hip_cpu_checked_syncthreads_count(int predicate) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads_count(predicate);
  }
  return hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME,
                                         [=] { return __syncthreads_count(predicate); });
}
int hip_cpu_checked_syncthreads_and(int predicate) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads_and(predicate);
  }
  return hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME,
                                         [=] { return __syncthreads_and(predicate); });
}
int hip_cpu_checked_syncthreads_or(int predicate) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return __syncthreads_or(predicate);
  }
  return hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME,
                                         [=] { return __syncthreads_or(predicate); });
}

void hip_cpu_checked_yield() {
  if (!hip_cpu::check::active) {
    // The value that it waits for may be what another thread was stopped before.
    if (hip_cpu::check::probe) hip_cpu::check::probe->step();
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu_yield();
  }
  hip_cpu::check::Thread& thread = *machine->current;
  const bool is_idle = thread.left_at_yield == thread.steps_left;
  const std::uint64_t idle_yields = is_idle ? machine->block.idle_yields + 1 : 0;
  if (idle_yields > hip_cpu::check::most_idle_yields)
    return hip_cpu::check::runs_away(
        hip_cpu::check::site_of_frames(*machine, __builtin_frame_address(0)));
  thread.left_at_yield = thread.steps_left;
  const hip_cpu::check::Wait wait(machine->site(CODE));
  machine->block.idle_yields = idle_yields;
  hip_cpu_yield();
}

void hip_cpu_checked_release(const void* object) {
  if (!hip_cpu::check::active) return;
  machine->order.fence(hip_cpu::check::FenceScope::device);
  machine->order.admit_atomic(reinterpret_cast<std::uintptr_t>(object));
  machine->order.synchronise(reinterpret_cast<std::uintptr_t>(object), {true, true, {true, false}});
}

void hip_cpu_checked_acquire(const void* object) {
  if (!hip_cpu::check::active) return;
  machine->order.admit_atomic(reinterpret_cast<std::uintptr_t>(object));
  machine->order.synchronise(reinterpret_cast<std::uintptr_t>(object),
                             {true, false, {true, false}});
}

}  // extern "C"
