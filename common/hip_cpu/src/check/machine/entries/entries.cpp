// Instrumented versions of the runtime's entry points, which checked kernels call (HIP_CPU_ENTRY).
// Wherever a thread may wait, another one may run before the call returns.
#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <string>

#include "hip_cpu/check/machine/accesses/unset_values.hpp"
#include "hip_cpu/check/machine/entries/probe.hpp"
#include "hip_cpu/check/machine/entries/waiting.hpp"
#include "hip_cpu/check/machine/machine.hpp"
#include "hip_cpu/check/machine/reports.hpp"
#include "hip_cpu/simt/block.hpp"
#include "hip_cpu/simt/launch.hpp"
#include "hip_cpu/simt/streams/graph.hpp"

namespace hip_cpu::check {
namespace {

// The current thread's absence while others run.
class Wait {
 public:
  explicit Wait(SiteId site) : thread_(*machine->current) {
    machine->settle_writes();
    thread_.waits_at = site;
    active = nullptr;
  }
  ~Wait() {
    machine->current = &thread_;
    if (requests) requests->run(thread_.index);
    thread_.waits_at = 0;
    active = machine;
  }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

 private:
  Thread& thread_;
};

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
      if (machine->block.barrier.begins_release(meeting)) machine->release_barrier();
    }
  } release{machine->block.barrier.arrive(machine->current->index, site)};
  return barrier();
}

unsigned warp_width() { return static_cast<unsigned>(warpSize); }

// Lanes that met, and which of them this is.
struct Met {
  std::uint64_t lanes, votes, value;
  bool is_mixed;
};

Met wait_for_lanes(std::uint64_t value, bool vote, unsigned source, std::uint64_t mask, Site site,
                   WarpOperation operation, SiteId here) {
  const Wait wait(here);
  Warps& warps = current_block->warps();
  Meeting& meeting = warps.meet(*current_block, value, vote, mask, site, operation);
  const bool has_source = source < 64 && (meeting.arrived >> source & 1);
  const std::uint64_t otherwise =
      machine->gives_other_values && source < warp_width() ? ~value ^ 0x0101010101010101u : value;
  const Met met{meeting.arrived, meeting.votes, has_source ? meeting.value[source] : otherwise,
                meeting.is_mixed};
  warps.leave(meeting);
  return met;
}

// A lane that the mask names and that came to its end elsewhere: in the same call with another
// mask, or, when this one already waited, in another operation that asks for lanes which wait here.
void require_lanes(const WarpCall& call, std::uint64_t met, const void* code) {
  const unsigned first = machine->current->index / warp_width() * warp_width();
  const unsigned lanes = std::min(warp_width(), machine->launch.thread_count - first);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (((call.mask & ~met) >> lane & 1) == 0) continue;
    const Thread& other = machine->block.threads[first + lane];
    const WarpCall& theirs = other.warp_call;
    if (!other.exited || theirs.number == 0) continue;
    const bool has_other_mask = theirs.site == call.site && theirs.mask != call.mask;
    const bool went_elsewhere =
        theirs.number > call.number && (theirs.mask == 0 || (theirs.mask & met) != 0);
    if (!has_other_mask && !went_elsewhere) continue;
    Report report = report_here(*machine, HIP_CPU_WARP, code);
    report.side_count = 2;
    report.sides[1] = side_of(*machine, other.index, HIP_CPU_NO_ACCESS, theirs.site);
    report.detail = "the mask names lane " + std::to_string(lane) +
                    (has_other_mask ? ", which calls it with another mask"
                                    : ", which calls another warp operation in its place");
    machine->findings.add(report);
    return;
  }
}

Met meet(std::uint64_t value, bool vote, unsigned source, std::uint64_t mask, Site site,
         WarpOperation operation, const void* code) {
  const unsigned lane = machine->current->index % warp_width();
  if (mask != 0 && !(mask >> lane & 1)) {
    Report report = report_here(*machine, HIP_CPU_WARP, code);
    report.detail = "lane " + std::to_string(lane) + " calls it with a mask that does not name it";
    machine->findings.add(report);
  }
  const WarpCall call{++machine->warp_calls, mask, machine->site(code)};
  machine->current->warp_call = call;
  const Met met = wait_for_lanes(value, vote, source, mask, site, operation, call.site);
  if (met.is_mixed) {
    Report report = report_here(*machine, HIP_CPU_WARP, code);
    report.detail = "lanes of one mask call different warp operations";
    machine->findings.add(report);
  }
  if (mask != 0) require_lanes(call, met.lanes, code);
  return met;
}

// A lane that the block has and that is not there to be read from.
void require_source(unsigned source, std::uint64_t met, const void* code) {
  const unsigned first = machine->current->index / warp_width() * warp_width();
  if (source >= warp_width() || (met >> source & 1) ||
      first + source >= machine->launch.thread_count)
    return;
  const Thread& other = machine->block.threads[first + source];
  if (other.stopped) return;
  Report report = report_here(*machine, HIP_CPU_WARP, code);
  report.side_count = 2;
  report.sides[1] = side_of(*machine, other.index, HIP_CPU_NO_ACCESS, other.waits_at);
  report.detail = "lane " + std::to_string(machine->current->index - first) + " reads from lane " +
                  std::to_string(source) +
                  (other.exited ? ", which has left the kernel" : ", which does not take part");
  hip_cpu_finding* const finding = machine->findings.add(report);
  if (finding == nullptr) return;
  const bool is_first = finding->count == 1 || finding->kind == HIP_CPU_WARP_DROPPED;
  auto& reads = machine->launch.missing_lanes;
  const auto known = std::find_if(reads.begin(), reads.end(), [&](const MissingLaneRead& read) {
    return read.finding == finding;
  });
  if (known == reads.end()) reads.push_back({finding, is_first});
}

void report_deadlock() {
  if (machine && machine->probe) machine->probe->stop_block();
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
  if (machine && machine->probe) return machine->probe->run_thread(run, call);
  if (!machine || !machine->launch.request || machine->launch.is_unlooked_at) return run(call);
  machine->begin_thread();
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

std::uint64_t hip_cpu_checked_warp_shuffle(std::uint64_t value, unsigned source, std::uint64_t mask,
                                           hip_cpu::Site site) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_shuffle(value, source, mask, site);
  }
  machine->launch.has_shuffled_pattern |= hip_cpu::check::is_unset_pattern(value);
  const auto met =
      hip_cpu::check::meet(value, false, source, mask, site, hip_cpu::WarpOperation::shuffle, CODE);
  hip_cpu::check::require_source(source, met.lanes, CODE);
  return met.value;
}

std::uint64_t hip_cpu_checked_warp_ballot(bool predicate, std::uint64_t mask, hip_cpu::Site site) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_ballot(predicate, mask, site);
  }
  return hip_cpu::check::meet(0, predicate, 64, mask, site, hip_cpu::WarpOperation::vote, CODE)
      .votes;
}

void hip_cpu_checked_yield() {
  if (!hip_cpu::check::active) {
    // The value that it waits for may be what another thread was stopped before.
    if (hip_cpu::check::probe) hip_cpu::check::probe->step();
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu_yield();
  }
  const hip_cpu::check::Wait wait(machine->site(CODE));
  hip_cpu_yield();
}

void hip_cpu_checked_release(const void* object) {
  if (!hip_cpu::check::active) return;
  machine->fence(hip_cpu::check::FenceScope::device);
  machine->admit_atomic(reinterpret_cast<std::uintptr_t>(object));
  machine->synchronise(reinterpret_cast<std::uintptr_t>(object), {true, true});
}

void hip_cpu_checked_acquire(const void* object) {
  if (!hip_cpu::check::active) return;
  machine->admit_atomic(reinterpret_cast<std::uintptr_t>(object));
  machine->synchronise(reinterpret_cast<std::uintptr_t>(object), {true, false});
}

void hip_cpu_checked_warp_barrier(std::uint64_t mask) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_barrier(mask);
  }
  const auto met =
      hip_cpu::check::meet(0, false, 64, mask, {}, hip_cpu::WarpOperation::barrier, CODE);
  machine->join_warp(met.lanes);
}

}  // extern "C"
