#include "hip_cpu/check/detectors/unset_copies.hpp"

#include <algorithm>
#include <cstdint>
#include <ranges>

#include "hip_cpu/check/execution/program_calls.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

bool holds_poison(Address address, std::size_t bytes) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(address);
  return std::all_of(begin, begin + bytes, [](std::uint8_t byte) { return byte == poison; });
}

bool has_unwritten(const ShadowMemory& memory, Address begin, std::size_t bytes) {
  for (Address at = begin; at < begin + bytes; at += ShadowMemory::word)
    if (!memory.is_plain(at) &&
        memory.state(at, std::min(ShadowMemory::word, begin + bytes - at)) == unwritten)
      return true;
  return false;
}

}  // namespace

void UnsetCopies::copied(const void* to, const void* from, std::size_t bytes) {
  const auto target = reinterpret_cast<Address>(to), source = reinterpret_cast<Address>(from);
  std::erase_if(copies_, [&](const Copy& copy) {
    return copy.to >= target && copy.to + copy.bytes <= target + bytes;
  });
  const ShadowMemory& memory = machine_.memory.shadow();
  const Array* const array = nearest(machine_.memory.arrays(), source);
  if (!array || array->is_host_too || !array->contains(source) || bytes == 0 ||
      bytes > most_bytes || bytes > array->begin + array->bytes - source ||
      !has_unwritten(memory, source, bytes))
    return;
  if (memory.contains(target) && !nearest(machine_.memory.arrays(), target)->is_host_too) return;
  if (copies_.size() == most) copies_.pop_front();
  copies_.push_back(
      {target, source, bytes, memory.save_states(source, bytes), site_of_host(machine_, nullptr)});
}

void UnsetCopies::read(Address address, std::size_t bytes) {
  for (const Copy& copy : copies_ | std::views::reverse) {
    if (address < copy.to || address + bytes > copy.to + copy.bytes) continue;
    const std::size_t first = address - copy.to;
    for (std::size_t i = 0; i < bytes; ++i)
      if (ByteStates::state_in(copy.states, first + i) != unwritten) return;
    if (!holds_poison(address, bytes)) return;
    Report report = report_of(machine_, HIP_CPU_UNINITIALISED);
    report.array = nearest(machine_.memory.arrays(), copy.from);
    if (!report.array || !report.array->contains(copy.from)) return;
    report.address = copy.from + first;
    report.bytes = static_cast<unsigned>(bytes);
    report.detail = "host";
    report.side_count = 2;
    report.sides[0] = {HIP_CPU_READ, site_of_host(machine_, nullptr), {}, {}};
    report.sides[1] = {HIP_CPU_READ, copy.site, {}, {}};
    report.sides[1].is_copy = true;
    machine_.findings.add(report);
    return;
  }
}

}  // namespace hip_cpu::check
