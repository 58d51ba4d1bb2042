#include "hip_cpu/check/detectors/indices.hpp"

#include <cstdlib>
#include <string>

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

std::string without_quotes(const char* name) {
  std::string type = name;
  if (type.size() > 1 && type.front() == '\'') type = type.substr(1, type.size() - 2);
  return type;
}

std::int64_t value_of(const TypeDescriptor& type, std::uintptr_t bits) {
  const unsigned width = 1u << (type.info >> 1);
  if (type.kind != 0 || width >= 64) return static_cast<std::int64_t>(bits);
  const std::uint64_t kept = bits & ((std::uint64_t{1} << width) - 1);
  const bool is_negative = (type.info & 1) != 0 && (kept >> (width - 1)) != 0;
  return static_cast<std::int64_t>(is_negative ? kept | ~std::uint64_t{0} << width : kept);
}

// The array's first extent; the product of all of them.
struct Extents {
  std::uint64_t first = 0, all = 1;
};
Extents extents_of(const std::string& type) {
  Extents extents;
  for (std::size_t at = type.find('['); at != std::string::npos; at = type.find('[', at + 1)) {
    const std::uint64_t extent = std::strtoull(type.c_str() + at + 1, nullptr, 10);
    if (extents.first == 0) extents.first = extent;
    extents.all *= extent;
  }
  return extents;
}

// Whether the module has a variable that such an array may be, or be a part of.
bool may_be_variable(const Machine& machine, std::uint64_t elements) {
  for (const auto& [begin, array] : machine.launch.module->arrays())
    if (!array.internal && elements != 0 && array.bytes % elements == 0) return true;
  return false;
}

// The thread goes on after other accesses outside of arrays, because their memory is known to
// belong to nobody. An index far off in a local array leads into frames that the checker itself
// uses.
bool is_harmful(const Machine& machine, const Extents& extents, std::int64_t index) {
  constexpr std::int64_t near = 32;
  const auto first = static_cast<std::int64_t>(extents.first);
  return (index < -near || index > first + near) && !may_be_variable(machine, extents.all);
}

}  // namespace

bool check_index(Machine& machine, const SubscriptData& subscript, std::uintptr_t bits,
                 const void* code) {
  const std::string type = without_quotes(subscript.array->name);
  const Extents extents = extents_of(type);
  // The end of a struct that is longer than it says, as C programs wrote it.
  if (extents.first <= 1) return false;
  Report report = report_here(machine, HIP_CPU_OUT_OF_BOUNDS, code);
  report.detail = type;
  report.index = value_of(*subscript.index, bits);
  hip_cpu_finding* const finding = machine.findings.add(report);
  Thread& thread = *machine.current;
  thread.has_left_types = true;
  thread.index_fault = {finding, code, thread.steps_left};
  if (!is_harmful(machine, extents, report.index)) return false;
  if (finding) finding->has_stopped = 1;
  return true;
}

}  // namespace hip_cpu::check
