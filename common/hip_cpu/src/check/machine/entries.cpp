// The runtime's functions as checked kernels call them (HIP_CPU_ENTRY): the same, with the books
// kept. Wherever a thread may wait, another one may run before the call returns.
#include "hip_cpu/check/machine/access_counts.hpp"
#include "hip_cpu/check/machine/machine.hpp"
#include "hip_cpu/simt/launch.hpp"
#include "hip_cpu/simt/streams.hpp"

namespace hip_cpu::check {
namespace {

// The current thread's absence while others run.
class Wait {
 public:
  explicit Wait(SiteId site) : thread_(*grid->current) {
    grid->settle_writes();
    thread_.waits_at = site;
    active = nullptr;
  }
  ~Wait() {
    grid->current = &thread_;
    if (requests) requests->run(thread_.index);
    thread_.waits_at = 0;
    active = grid;
  }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

 private:
  Thread& thread_;
};

// code and frame: of the caller.
template <typename Barrier>
auto wait_at_barrier(const void* code, const void* frame, const Barrier& barrier) {
  const SiteId site = grid->site(code);
  const Wait wait(site);
  if (grid->counts) grid->counts->barrier(grid->current->index, site);
  if (requests) requests->arrive(grid->current->index);
  if (grid->trace) grid->trace->arrive(site, code, frame);
  struct Release {
    const unsigned meeting;
    ~Release() {
      if (grid->barrier.begins_release(meeting)) grid->release_barrier();
    }
  } release{grid->barrier.arrive(grid->current->index, site)};
  return barrier();
}

unsigned warp_width() { return static_cast<unsigned>(warpSize); }

// Lanes that met, and which of them this is.
struct Met {
  std::uint64_t lanes, votes, value;
};

Report warp_report(const void* code) {
  Report report = grid->report(HIP_CPU_WARP);
  report.side_count = 1;
  report.sides[0] = grid->side(grid->current->index, HIP_CPU_NO_ACCESS, grid->site(code));
  return report;
}

Met meet(std::uint64_t value, bool vote, unsigned source, std::uint64_t mask, Site site,
         const void* code) {
  const unsigned lane = grid->current->index % warp_width();
  if (mask != 0 && !(mask >> lane & 1)) {
    Report report = warp_report(code);
    report.detail = "lane " + std::to_string(lane) + " calls it with a mask that does not name it";
    grid->findings.add(report);
  }
  const Wait wait(grid->site(code));
  Warps& warps = current_block->warps();
  Meeting& meeting = warps.meet(*current_block, value, vote, mask, site);
  const bool has_source = source < 64 && (meeting.arrived >> source & 1);
  const Met met{meeting.arrived, meeting.votes, has_source ? meeting.value[source] : value};
  warps.leave(meeting);
  return met;
}

// A lane that the block has and that is not there to be read from.
void require_source(unsigned source, std::uint64_t met, const void* code) {
  const unsigned first = grid->current->index / warp_width() * warp_width();
  if (source >= warp_width() || (met >> source & 1) || first + source >= grid->thread_count) return;
  const Thread& other = grid->threads[first + source];
  if (other.stopped) return;
  Report report = warp_report(code);
  report.side_count = 2;
  report.sides[1] = grid->side(other.index, HIP_CPU_NO_ACCESS, other.waits_at);
  report.detail = "lane " + std::to_string(grid->current->index - first) + " reads from lane " +
                  std::to_string(source) +
                  (other.exited ? ", which has left the kernel" : ", which does not take part");
  grid->findings.add(report);
}

void report_deadlock() {
  if (!grid || !grid->request) return;
  const Thread* waiting[2] = {};
  for (unsigned i = 0; i < grid->thread_count; ++i) {
    const Thread& thread = grid->threads[i];
    if (thread.exited || thread.stopped || thread.waits_at == 0) continue;
    if (!waiting[0]) {
      waiting[0] = &thread;
    } else if (!waiting[1] && thread.waits_at != waiting[0]->waits_at) {
      waiting[1] = &thread;
    }
  }
  Report report = grid->report(HIP_CPU_WARP);
  report.detail = "its lanes wait for others that wait elsewhere, for ever";
  for (const Thread* thread : waiting)
    if (thread)
      report.sides[report.side_count++] =
          grid->side(thread->index, HIP_CPU_NO_ACCESS, thread->waits_at);
  if (!grid->has_stopped) grid->findings.add(report);
  grid->stop_launch();
}

}  // namespace
}  // namespace hip_cpu::check

using hip_cpu::check::grid;

#define CODE __builtin_return_address(0)
#define CALLER_FRAME (*static_cast<const void* const*>(__builtin_frame_address(0)))

namespace hip_cpu {

void run_checked_thread(void (*run)(const void*), const void* call) {
  if (!grid || !grid->request) return run(call);
  grid->begin_thread();
  check::Thread& thread = *grid->current;
  if (setjmp(thread.end) == 0) {
    run(call);
    grid->end_thread();
  }
}

}  // namespace hip_cpu

extern "C" {

void hip_cpu_checked_launch(const hip_cpu::LaunchRequest& request) {
  if (!hip_cpu::check::first_grid) return hip_cpu::launch(request);
  if (const hipError_t error = hip_cpu::launch_error(request); error != hipSuccess) {
    static_cast<void>(hip_cpu::report(error));
    return;
  }
  hip_cpu::on_deadlock = hip_cpu::check::report_deadlock;
  grid = hip_cpu::check::first_grid;
  grid->launch(request);
}

void hip_cpu_checked_syncthreads() {
  if (!hip_cpu::check::active) return __syncthreads();
  hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME, [] { __syncthreads(); });
}
int hip_cpu_checked_syncthreads_count(int predicate) {
  if (!hip_cpu::check::active) return __syncthreads_count(predicate);
  return hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME,
                                         [=] { return __syncthreads_count(predicate); });
}
int hip_cpu_checked_syncthreads_and(int predicate) {
  if (!hip_cpu::check::active) return __syncthreads_and(predicate);
  return hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME,
                                         [=] { return __syncthreads_and(predicate); });
}
int hip_cpu_checked_syncthreads_or(int predicate) {
  if (!hip_cpu::check::active) return __syncthreads_or(predicate);
  return hip_cpu::check::wait_at_barrier(CODE, CALLER_FRAME,
                                         [=] { return __syncthreads_or(predicate); });
}

std::uint64_t hip_cpu_checked_warp_shuffle(std::uint64_t value, unsigned source, std::uint64_t mask,
                                           hip_cpu::Site site) {
  if (!hip_cpu::check::active) return hip_cpu::warp_shuffle(value, source, mask, site);
  const auto met = hip_cpu::check::meet(value, false, source, mask, site, CODE);
  hip_cpu::check::require_source(source, met.lanes, CODE);
  return met.value;
}

std::uint64_t hip_cpu_checked_warp_ballot(bool predicate, std::uint64_t mask, hip_cpu::Site site) {
  if (!hip_cpu::check::active) return hip_cpu::warp_ballot(predicate, mask, site);
  return hip_cpu::check::meet(0, predicate, 64, mask, site, CODE).votes;
}

void hip_cpu_checked_yield() {
  if (!hip_cpu::check::active) return hip_cpu_yield();
  const hip_cpu::check::Wait wait(grid->site(CODE));
  hip_cpu_yield();
}

void hip_cpu_checked_release(const void* object) {
  if (!hip_cpu::check::active) return;
  grid->fence();
  grid->synchronise(reinterpret_cast<std::uintptr_t>(object), true);
}

void hip_cpu_checked_acquire(const void* object) {
  if (!hip_cpu::check::active) return;
  grid->synchronise(reinterpret_cast<std::uintptr_t>(object), false);
}

void hip_cpu_checked_warp_barrier(std::uint64_t mask) {
  if (!hip_cpu::check::active) return hip_cpu::warp_barrier(mask);
  const auto met = hip_cpu::check::meet(0, false, 64, mask, {}, CODE);
  grid->join_warp(met.lanes);
}

}  // extern "C"
