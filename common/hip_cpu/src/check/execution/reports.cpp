#include "hip_cpu/check/execution/reports.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

Report report_of(const Machine& machine, hip_cpu_finding_kind kind) {
  machine.findings.admit();
  Report report;
  report.kind = kind;
  if (machine.launch.request) report.kernel = machine.launch.kernel;
  return report;
}

Report report_here(Machine& machine, hip_cpu_finding_kind kind, const void* code) {
  Report report = report_of(machine, kind);
  report.side_count = 1;
  report.sides[0] = side_of(machine, machine.current->index, HIP_CPU_NO_ACCESS, machine.site(code));
  return report;
}

Report report_of(Machine& machine, hip_cpu_finding_kind kind, const Access& access) {
  Report report = report_of(machine, kind);
  report.bytes = access.bytes;
  report.address = access.address;
  report.side_count = 1;
  report.sides[0] =
      side_of(machine, machine.current->index, access_of(access.kind), machine.site(access.code));
  return report;
}

Report::Side side_of(const Machine& machine, unsigned thread, hip_cpu_access access, SiteId site) {
  const LaunchRequest& request = *machine.launch.request;
  Report::Side side{access, site, {}, {}};
  set_position(side.block, machine.block.number, request.grid);
  set_position(side.thread, thread, request.block);
  return side;
}

Report::Side side_of(const Machine& machine, const Epoch& earlier, hip_cpu_access access,
                     const StreamWork& work) {
  Report::Side side{earlier.atomic() ? HIP_CPU_ATOMIC : access, earlier.site(), {}, {}};
  if (const PastLaunch* const past = machine.past.unordered(earlier.time(), work)) {
    // If blocks ran at the same time, a worker's number replaces the site.
    if (past->block_begins.empty()) side.site = 0;
    if (past->block_begins.any_by(earlier.time()))
      set_position(side.block, past->block_begins.at(earlier.time()).number, past->grid);
    set_position(side.thread, earlier.thread(), past->block);
  }
  return side;
}

Report::Side side_of(const Machine& machine, const Epoch& earlier, hip_cpu_access access) {
  if (earlier.is_before(machine.launch.begin))
    return side_of(machine, earlier, access, machine.past.work());
  const LaunchRequest& request = *machine.launch.request;
  Report::Side side{earlier.atomic() ? HIP_CPU_ATOMIC : access, earlier.site(), {}, {}};
  set_position(side.block, machine.launch.block_begins.at(earlier.time()).number, request.grid);
  set_position(side.thread, earlier.thread(), request.block);
  return side;
}

const Array* array_at(const Machine& machine, const ShadowMemory& memory, std::uintptr_t address) {
  return nearest(&memory == &machine.memory.shadow() ? machine.memory.arrays()
                                                     : machine.launch.module->arrays(),
                 address);
}

SiteId site_of_frames(Machine& machine, const void* innermost_frame) {
  std::vector<const void*> codes;
  const auto* frame = static_cast<const void* const*>(innermost_frame);
  while (codes.size() < 64) {
    const void* code = frame[1];
    if (!machine.launch.module->contains(reinterpret_cast<std::uintptr_t>(code))) break;
    codes.push_back(code);
    const auto* next = static_cast<const void* const*>(frame[0]);
    if (next <= frame || reinterpret_cast<const char*>(next) > machine.current->stack) break;
    frame = next;
  }
  ContextId context = 0;
  for (std::size_t i = codes.size(); i-- > 1;)
    context = machine.call_sites.enter(context, codes[i]);
  return codes.empty() ? 0 : machine.call_sites.at(context, codes.front());
}

}  // namespace hip_cpu::check
