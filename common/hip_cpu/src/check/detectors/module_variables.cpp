#include "hip_cpu/check/detectors/module_variables.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

const Array* variable_at(const Module& module, Address address) {
  const Array* const found = nearest(module.arrays(), address);
  const bool is_variable = found && !found->shared && !found->internal && found->contains(address);
  return is_variable ? found : nullptr;
}

}  // namespace

void ModuleVariables::begin_launch(const LaunchRequest& request) {
  handed_over_.clear();
  if (!is_on_) return;
  const Module& module = *machine_.launch.module->original();
  const auto* const call = static_cast<const char*>(request.call);
  for (std::size_t at = 0; at + sizeof(Address) <= request.call_bytes; at += sizeof(Address)) {
    Address value = 0;
    std::memcpy(&value, call + at, sizeof value);
    if (!module.contains(value)) continue;
    if (const Array* const variable = variable_at(module, value)) handed_over_.push_back(variable);
  }
}

void ModuleVariables::judge(const Access& access) {
  if (access.only_reads() && handed_over_.empty()) return;
  const Array* const variable = variable_at(*machine_.launch.module->original(), access.address);
  if (!variable) return;
  if (std::ranges::find(handed_over_, variable) != handed_over_.end())
    return report(access, *variable, "variable ");
  if (access.only_reads() || written_.contains(variable->begin)) return;
  report(access, *variable, "constant write ");
  written_.insert(variable->begin);
}

// The detail says where the variable is in its module.
void ModuleVariables::report(const Access& access, const Array& variable, const char* what) {
  Report report = report_of(machine_, HIP_CPU_WILD, access);
  report.array = &variable;
  report.detail = what + std::to_string(variable.begin - machine_.launch.module->base());
  machine_.findings.add(report);
}

}  // namespace hip_cpu::check
