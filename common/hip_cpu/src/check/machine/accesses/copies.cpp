#include "hip_cpu/check/machine/accesses/copies.hpp"

#include <algorithm>
#include <limits>

#include "hip_cpu/check/machine/accesses/accesses.hpp"
#include "hip_cpu/check/machine/reports.hpp"

namespace hip_cpu::check {

void Copies::begin(Address to, std::size_t bytes, SiteId site) {
  ShadowMemory& shared = *machine->launch.memories[0];
  if (!shared.contains(to) || shared.state(to, bytes) == outside) return;
  shared.mark(to, bytes, arriving);
  in_flight_.push_back({to, bytes, machine->current->index, groups_of_this_thread(), site});
}

void Copies::end_group() { ++groups_of_this_thread(); }

void Copies::wait(unsigned pending_groups) {
  const std::uint32_t ended = groups_of_this_thread();
  arrive(ended - std::min(ended, pending_groups));
}

void Copies::wait_for_all() { arrive(std::numeric_limits<std::uint32_t>::max()); }

std::uint32_t& Copies::groups_of_this_thread() {
  if (groups_.empty()) groups_.assign(machine->launch.thread_count, 0);
  return groups_[machine->current->index];
}

// The write is over now: what comes behind the next barrier is ordered with it.
void Copies::arrive(std::uint32_t end_of_groups) {
  ShadowMemory& shared = *machine->launch.memories[0];
  const Thread& thread = *machine->current;
  const auto arrives = [&](const Copy& copy) {
    return copy.thread == thread.index && copy.group < end_of_groups;
  };
  for (const Copy& copy : in_flight_) {
    if (!arrives(copy)) continue;
    const Epoch write(thread.time, thread.index, copy.site, false);
    for (std::size_t i = 0; i < copy.bytes; ++i) {
      const Address at = copy.begin + i;
      if (shared.state(at) != arriving) continue;  // it was said already
      shared.visit(at, [&](ShadowCell& cell) { cell.write = write; });
      shared.mark(at, 1, written);
    }
  }
  in_flight_.erase(std::remove_if(in_flight_.begin(), in_flight_.end(), arrives), in_flight_.end());
}

void Copies::check(ShadowMemory& memory, const Step& step) {
  for (Address at = step.address; at < step.address + step.bytes; ++at) {
    if (memory.state(at) != arriving) continue;
    const auto copy = std::find_if(in_flight_.rbegin(), in_flight_.rend(),
                                   [&](const Copy& c) { return at - c.begin < c.bytes; });
    if (copy == in_flight_.rend()) continue;
    Report report = report_of(HIP_CPU_RACE, step);
    report.array = array_at(*machine, memory, step.address);
    report.detail = "copy";
    report.side_count = 2;
    report.sides[1] = side_of(*machine, copy->thread, HIP_CPU_WRITE, copy->site);
    machine->findings.add(report);
    // Once said, its bytes are like others.
    memory.mark(copy->begin, copy->bytes, written);
  }
}

}  // namespace hip_cpu::check

using hip_cpu::check::active;
using hip_cpu::check::machine;

extern "C" {

void hip_cpu_checked_begin_copy(const void* to, std::size_t bytes) {
  if (!active) return;
  machine->settle_writes();
  machine->copies.begin(reinterpret_cast<std::uintptr_t>(to), bytes,
                        machine->site(__builtin_return_address(0)));
}
void hip_cpu_checked_end_copy_group() {
  if (active) machine->copies.end_group();
}
void hip_cpu_checked_wait_for_copies(unsigned pending_groups) {
  if (active) machine->copies.wait(pending_groups);
}
void hip_cpu_checked_wait_for_all_copies() {
  if (active) machine->copies.wait_for_all();
}

}  // extern "C"
