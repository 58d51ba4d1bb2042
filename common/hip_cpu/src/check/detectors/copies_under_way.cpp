#include "hip_cpu/check/detectors/copies_under_way.hpp"

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {

void check_copies(Machine& machine, ShadowMemory& memory, const Access& access) {
  for (Address at = access.address; at < access.address + access.bytes; ++at) {
    if (memory.state(at) != arriving) continue;
    const CopyInFlight* const copy = machine.block.copies.to(at);
    if (!copy) continue;
    Report report = report_of(machine, HIP_CPU_RACE, access);
    report.array = array_at(machine, memory, access.address);
    report.detail = "copy";
    report.side_count = 2;
    report.sides[1] = side_of(machine, copy->thread, HIP_CPU_WRITE, copy->site);
    machine.findings.add(report);
    // Once said, its bytes are like others.
    memory.mark(copy->begin, copy->bytes, written);
  }
}

}  // namespace hip_cpu::check
