#include "hip_cpu/check/detectors/warps.hpp"

#include <algorithm>
#include <string>

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {

void require_own_lane(Machine& machine, std::uint64_t mask, const void* code) {
  const unsigned lane = machine.current->index % warp_width();
  if (mask == 0 || (mask >> lane & 1)) return;
  Report report = report_here(machine, HIP_CPU_WARP, code);
  report.detail = "lane " + std::to_string(lane) + " calls it with a mask that does not name it";
  machine.findings.add(report);
}

void report_mixed(Machine& machine, const MixedCalls& mixed) {
  const unsigned warp = machine.current->index / warp_width() * warp_width();
  Report report = report_of(machine, HIP_CPU_WARP);
  report.detail = "lanes of one mask call different warp operations";
  if (mixed.names[0] && mixed.names[1])
    report.detail += std::string(", ") + mixed.names[0] + " and " + mixed.names[1];
  for (const unsigned lane : mixed.lanes) {
    const Thread& thread = machine.block.threads[warp + lane];
    report.sides[report.side_count++] =
        side_of(machine, thread.index, HIP_CPU_NO_ACCESS, thread.warp_call.site);
  }
  machine.findings.add(report);
}

void require_lanes(Machine& machine, const WarpCall& call, std::uint64_t met, const void* code) {
  const unsigned first = machine.current->index / warp_width() * warp_width();
  const unsigned lanes = std::min(warp_width(), machine.launch.thread_count - first);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (((call.mask & ~met) >> lane & 1) == 0) continue;
    const Thread& other = machine.block.threads[first + lane];
    const WarpCall& theirs = other.warp_call;
    if (!other.exited || theirs.number == 0) continue;
    const bool has_other_mask = theirs.site == call.site && theirs.mask != call.mask;
    const bool went_elsewhere =
        theirs.number > call.number && (theirs.mask == 0 || (theirs.mask & met) != 0);
    if (!has_other_mask && !went_elsewhere) continue;
    Report report = report_here(machine, HIP_CPU_WARP, code);
    report.side_count = 2;
    report.sides[1] = side_of(machine, other.index, HIP_CPU_NO_ACCESS, theirs.site);
    report.detail = "the mask names lane " + std::to_string(lane) +
                    (has_other_mask ? ", which calls it with another mask"
                                    : ", which calls another warp operation in its place");
    machine.findings.add(report);
    return;
  }
}

void require_source(Machine& machine, unsigned source, std::uint64_t mask, std::uint64_t met,
                    const void* code) {
  const unsigned first = machine.current->index / warp_width() * warp_width();
  if (source >= warp_width() || (met >> source & 1)) return;
  const bool exists = first + source < machine.launch.thread_count;
  const Thread& other = machine.block.threads[exists ? first + source : 0];
  if (exists && other.stopped) return;
  Report report = report_here(machine, HIP_CPU_WARP, code);
  if (exists && (other.exited || other.waits_at != 0)) {  // else it is on its way, to somewhere
    report.side_count = 2;
    report.sides[1] = side_of(machine, other.index, HIP_CPU_NO_ACCESS, other.waits_at);
  }
  report.detail = "lane " + std::to_string(machine.current->index - first) + " reads from lane " +
                  std::to_string(source) +
                  (exists ? ", which does not take part" : ", which the block does not have");
  hip_cpu_finding* const finding = machine.findings.add(report);
  // A GPU may wait for ever for a lane that the mask names, whatever comes of its value.
  const bool is_named = exists && mask >> source & 1;
  if (finding == nullptr || is_named) return;
  const bool is_first = finding->count == 1 || finding->kind == HIP_CPU_WARP_DROPPED;
  auto& reads = machine.launch.missing_lanes;
  const auto known = std::find_if(reads.begin(), reads.end(), [&](const MissingLaneRead& read) {
    return read.finding == finding;
  });
  if (known == reads.end()) reads.push_back({finding, is_first});
}

}  // namespace hip_cpu::check
