#include "hip_cpu/check/detectors/bounds.hpp"

#include <hip_cpu/allocations.h>

#include <utility>

#include "hip_cpu/check/execution/private_memory.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

// The finding that the index of this access has become already.
hip_cpu_finding* finding_of_index(Machine& machine, const Access& access) {
  if (machine.current->index_fault.finding == nullptr) return nullptr;
  const IndexFault fault = std::exchange(machine.current->index_fault, {});
  constexpr std::ptrdiff_t near = 512;  // a subscript's check and its access
  const auto distance =
      static_cast<const char*>(access.code) - static_cast<const char*>(fault.code);
  const bool is_it =
      distance > 0 && distance < near && fault.steps_left == machine.current->steps_left;
  return is_it ? fault.finding : nullptr;
}

}  // namespace

bool is_of_kernels(Address address, std::size_t bytes) {
  return hip_cpu_is_registered(reinterpret_cast<const void*>(address), bytes) != 0;
}

void outside_memory(Machine& machine, const Access& access) {
  if (finding_of_index(machine, access)) machine.stop_thread();
  if (is_private(machine, access.address)) return;
  const Address known = machine.current->wild_pointer;
  if (known != 0 && access.address - known < most_of_struct) machine.stop_thread();
  const bool is_constant =
      access.kind == Kind::read && machine.launch.module->contains(access.address);
  if (is_constant || is_of_kernels(access.address, access.bytes)) return;
  machine.findings.add(report_of(machine, HIP_CPU_WILD, access));
  machine.stop_thread();
}

void outside_array(Machine& machine, const ShadowMemory& memory, const Access& access) {
  const Array* array = array_at(machine, memory, access.address);
  const bool was_freed = array && array->freed && array->contains(access.address);
  Report report =
      report_of(machine, was_freed ? HIP_CPU_USE_AFTER_FREE : HIP_CPU_OUT_OF_BOUNDS, access);
  report.array = array;
  const bool is_anothers =
      memory.shared() && !machine.launch.module->holds_shared(access.address, access.bytes);
  hip_cpu_finding* finding = finding_of_index(machine, access);
  if (finding != nullptr) {
    machine.findings.complete(*finding, report);
  } else {
    finding = machine.findings.add(report);
  }
  if (!is_anothers) return;
  if (finding) finding->has_stopped = 1;
  machine.stop_thread();
}

void misaligned(Machine& machine, const ShadowMemory& memory, const Access& access) {
  Report report = report_of(machine, HIP_CPU_MISALIGNED, access);
  report.array = array_at(machine, memory, access.address);
  machine.findings.add(report);
}

}  // namespace hip_cpu::check
