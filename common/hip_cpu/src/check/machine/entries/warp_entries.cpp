// Instrumented versions of the warp operations' entry points, which checked kernels call
// (HIP_CPU_ENTRY).
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "hip_cpu/check/machine/accesses/unset_values.hpp"
#include "hip_cpu/check/machine/entries/probe.hpp"
#include "hip_cpu/check/machine/entries/waiting.hpp"
#include "hip_cpu/check/machine/machine.hpp"
#include "hip_cpu/check/machine/reports.hpp"
#include "hip_cpu/simt/block.hpp"

namespace hip_cpu::check {
namespace {

unsigned warp_width() { return static_cast<unsigned>(warpSize); }

// Two lanes of a mask that call different operations.
struct MixedCalls {
  unsigned lanes[2];
  const char* names[2];  // null: not known
};

// Lanes that met, and what this one gets of it.
struct Met {
  std::uint64_t lanes, votes, value;
  std::optional<MixedCalls> mixed;  // for the first lane that goes on
};

Met wait_for_lanes(std::uint64_t value, bool vote, unsigned source, std::uint64_t mask, Site site,
                   WarpOperation operation, SiteId here) {
  const Wait wait(here);
  Warps& warps = current_block->warps();
  Meeting& meeting = warps.meet(*current_block, value, vote, mask, site, operation);
  const bool has_source = source < 64 && (meeting.arrived >> source & 1);
  const std::uint64_t otherwise = machine->launch.gives_other_values && source < warp_width()
                                      ? ~value ^ 0x0101010101010101u
                                      : value;
  Met met{meeting.arrived, meeting.votes, has_source ? meeting.value[source] : otherwise, {}};
  if (meeting.is_mixed && meeting.is_read_by_nobody())
    met.mixed = {{meeting.first, meeting.other},
                 {meeting.site.function, meeting.other_site.function}};
  warps.leave(meeting);
  return met;
}

// While both lanes are still in their calls.
void report_mixed(const MixedCalls& mixed) {
  const unsigned warp = machine->current->index / warp_width() * warp_width();
  Report report = report_of(*machine, HIP_CPU_WARP);
  report.detail = "lanes of one mask call different warp operations";
  if (mixed.names[0] && mixed.names[1])
    report.detail += std::string(", ") + mixed.names[0] + " and " + mixed.names[1];
  for (const unsigned lane : mixed.lanes) {
    const Thread& thread = machine->block.threads[warp + lane];
    report.sides[report.side_count++] =
        side_of(*machine, thread.index, HIP_CPU_NO_ACCESS, thread.warp_call.site);
  }
  machine->findings.add(report);
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
  const WarpCall call{++machine->launch.warp_calls, mask, machine->site(code)};
  machine->current->warp_call = call;
  const Met met = wait_for_lanes(value, vote, source, mask, site, operation, call.site);
  if (met.mixed) report_mixed(*met.mixed);
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
  if (other.exited || other.waits_at != 0) {  // else it is on its way, to somewhere
    report.side_count = 2;
    report.sides[1] = side_of(*machine, other.index, HIP_CPU_NO_ACCESS, other.waits_at);
  }
  report.detail = "lane " + std::to_string(machine->current->index - first) + " reads from lane " +
                  std::to_string(source) + ", which does not take part";
  hip_cpu_finding* const finding = machine->findings.add(report);
  if (finding == nullptr) return;
  const bool is_first = finding->count == 1 || finding->kind == HIP_CPU_WARP_DROPPED;
  auto& reads = machine->launch.missing_lanes;
  const auto known = std::find_if(reads.begin(), reads.end(), [&](const MissingLaneRead& read) {
    return read.finding == finding;
  });
  if (known == reads.end()) reads.push_back({finding, is_first});
}

}  // namespace
}  // namespace hip_cpu::check

using hip_cpu::check::machine;

#define CODE __builtin_return_address(0)

extern "C" {

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

void hip_cpu_checked_warp_barrier(std::uint64_t mask) {
  if (!hip_cpu::check::active) {
    const hip_cpu::check::ProbedWait wait;
    return hip_cpu::warp_barrier(mask);
  }
  const auto met =
      hip_cpu::check::meet(0, false, 64, mask, {}, hip_cpu::WarpOperation::barrier, CODE);
  machine->order.join_warp(met.lanes);
}

}  // extern "C"
