// Instrumented versions of the warp operations' entry points, which checked kernels call
// (HIP_CPU_ENTRY).
#include <cstdint>
#include <optional>

#include "hip_cpu/check/detectors/unset_values.hpp"
#include "hip_cpu/check/detectors/warps.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/check/execution/waiting.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {
namespace {

// The lanes that met, and the result for this lane.
struct Met {
  std::uint64_t lanes, votes, value;
  std::optional<MixedCalls> mixed;  // for the first lane that continues
};

Met wait_for_lanes(Machine& machine, std::uint64_t value, bool vote, unsigned source,
                   std::uint64_t mask, Site site, WarpOperation operation, SiteId here) {
  const Away away;
  const Wait wait(machine, here);
  Warps& warps = current_block->warps();
  Meeting& meeting = warps.meet(*current_block, value, vote, mask, site, operation);
  const bool has_source = source < 64 && (meeting.arrived >> source & 1);
  const std::uint64_t otherwise = machine.launch.gives_other_values && source < warp_width()
                                      ? ~value ^ 0x0101010101010101u
                                      : value;
  Met met{meeting.arrived, meeting.votes, has_source ? meeting.value[source] : otherwise, {}};
  if (meeting.is_mixed && meeting.is_read_by_nobody())
    met.mixed = {{meeting.first, meeting.other},
                 {meeting.site.function, meeting.other_site.function}};
  warps.leave(meeting);
  return met;
}

Met meet(Machine& machine, std::uint64_t value, bool vote, unsigned source, std::uint64_t mask,
         Site site, WarpOperation operation, const void* code) {
  require_own_lane(machine, mask, code);
  const WarpCall call{++machine.launch.warp_calls, mask, machine.site(code)};
  machine.current->warp_call = call;
  if (operation != WarpOperation::barrier && machine.observers.want_requests())
    machine.observers.tell(&LaunchObserver::meet_warp, call.site);
  const Met met = wait_for_lanes(machine, value, vote, source, mask, site, operation, call.site);
  if (met.mixed) report_mixed(machine, *met.mixed);
  if (mask != 0) require_lanes(machine, call, met.lanes, code);
  if (operation != WarpOperation::barrier && machine.observers.want_steps())
    machine.observers.tell(
        &LaunchObserver::leave_meeting,
        LanesMet{call.site, operation == WarpOperation::vote, met.lanes, met.votes, source});
  return met;
}

}  // namespace
}  // namespace hip_cpu::check

using hip_cpu::check::active;
using hip_cpu::check::CheckedMachine;

#define CODE __builtin_return_address(0)

extern "C" {

std::uint64_t hip_cpu_checked_warp_shuffle(std::uint64_t value, unsigned source, std::uint64_t mask,
                                           hip_cpu::Site site) {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_shuffle(value, source, mask, site);
  }
  CheckedMachine& machine = *active;
  machine.launch.has_shuffled_pattern |= hip_cpu::check::is_unset_pattern(value);
  const auto met = hip_cpu::check::meet(machine, value, false, source, mask, site,
                                        hip_cpu::WarpOperation::shuffle, CODE);
  hip_cpu::check::require_source(machine, source, mask, met.lanes, CODE);
  return met.value;
}

std::uint64_t hip_cpu_checked_warp_ballot(bool predicate, std::uint64_t mask, hip_cpu::Site site) {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_ballot(predicate, mask, site);
  }
  return hip_cpu::check::meet(*active, 0, predicate, 64, mask, site, hip_cpu::WarpOperation::vote,
                              CODE)
      .votes;
}

void hip_cpu_checked_warp_barrier(std::uint64_t mask) {
  if (!active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_barrier(mask);
  }
  CheckedMachine& machine = *active;
  const auto met =
      hip_cpu::check::meet(machine, 0, false, 64, mask, {}, hip_cpu::WarpOperation::barrier, CODE);
  machine.order.join_warp(met.lanes);
}

}  // extern "C"
