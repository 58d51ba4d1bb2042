#include "hip_cpu/check/detectors/kernel_frees.hpp"

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {

void KernelFrees::free(Address address, const void* code) {
  const auto found = machine_.memory.arrays().find(address);
  const bool is_begin = found != machine_.memory.arrays().end();
  if (!is_begin || found->second.device >= 0 || found->second.is_host_too)
    return report(HIP_CPU_WILD, address, code);
  if (!found->second.freed) {
    machine_.memory.free(reinterpret_cast<const void*>(address));
  } else {
    const Time before = freed_[address];
    const bool is_by_an_earlier_run = before >= launch_began_ && before < machine_.launch.begin;
    if (!is_by_an_earlier_run) report(HIP_CPU_USE_AFTER_FREE, address, code);
  }
  freed_[address] = machine_.now;
}

void KernelFrees::report(hip_cpu_finding_kind kind, Address address, const void* code) {
  Report report = report_here(machine_, kind, code);
  report.array = array_at(machine_, machine_.memory.shadow(), address);
  report.address = address;
  report.detail = "free";
  machine_.findings.add(report);
}

}  // namespace hip_cpu::check
