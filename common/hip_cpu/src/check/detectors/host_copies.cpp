#include "hip_cpu/check/detectors/host_copies.hpp"

#include <algorithm>
#include <string>

#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu::check {
namespace {

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }

Report::Side side_of_copy(SiteId site, bool writes) {
  Report::Side side{writes ? HIP_CPU_WRITE : HIP_CPU_READ, site, {}, {}};
  side.is_copy = true;
  return side;
}

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  return a && b && address_of(a) < address_of(b) + b_bytes &&
         address_of(b) < address_of(a) + a_bytes;
}

constexpr const char* detail = "streams";  // of a race with a copy of the host

}  // namespace

void HostCopies::submit(const HostCopy& host) {
  forget_what_is_over();
  const Copy copy{host, machine_.call_sites.at(0, host.code)};
  judge_against_copies(copy);
  if (host.from) judge_against_launches(copy, address_of(host.from), false);
  judge_against_launches(copy, address_of(host.to), true);
  if (copies_.size() == most) copies_.pop_front();
  copies_.push_back(copy);
}

void HostCopies::forget_what_is_over() {
  std::erase_if(copies_,
                [](const Copy& copy) { return StreamOrder::instance().is_over(copy.host.work); });
}

void HostCopies::report(const Copy& copy, Address address, bool writes,
                        const Report::Side& earlier) {
  Report report = report_of(machine_, HIP_CPU_RACE);
  report.array = nearest(machine_.memory.arrays(), address);
  if (!report.array || !report.array->contains(address)) return;
  report.address = address;
  report.bytes = ShadowMemory::word;
  report.detail = detail;
  report.side_count = 2;
  report.sides[0] = side_of_copy(copy.site, writes);
  report.sides[1] = earlier;
  machine_.findings.add(report);
}

void HostCopies::judge_against_copies(const Copy& copy) {
  const HostCopy& now = copy.host;
  for (const Copy& other : copies_) {
    const HostCopy& before = other.host;
    const bool is_same = now.work.stream == before.work.stream;
    if (is_same || now.work.comes_behind(before.work)) continue;
    const auto meets = [&](const void* mine, bool i_write, const void* theirs, bool they_write) {
      if (!overlap(mine, now.bytes, theirs, before.bytes)) return false;
      report(copy, std::max(address_of(mine), address_of(theirs)), i_write,
             side_of_copy(other.site, they_write));
      return true;
    };
    static_cast<void>(meets(now.to, true, before.to, true) ||
                      meets(now.from, false, before.to, true) ||
                      meets(now.to, true, before.from, false));
  }
}

// One report for each place in the source is enough.
void HostCopies::judge_against_launches(const Copy& copy, Address begin, bool writes) {
  const ShadowMemory& shadow = machine_.memory.shadow();
  if (!shadow.contains(begin) || machine_.past.all_are_before(copy.host.work)) return;
  SiteId reported = ~SiteId{0};
  const auto judge = [&](const Epoch& earlier, Address at, hip_cpu_access of) {
    if (earlier.time() == 0 || earlier.site() == reported ||
        !machine_.past.unordered(earlier.time(), copy.host.work))
      return;
    reported = earlier.site();
    report(copy, at, writes, side_of(machine_, earlier, of, copy.host.work));
  };
  const auto judge_cell = [&](const ShadowCell& cell, Address at) {
    judge(cell.write, at, HIP_CPU_WRITE);
    if (!writes) return;
    judge(cell.reads[0], at, HIP_CPU_READ);
    const Epoch& second = cell.reads[1];
    judge(second.is_history() ? Epoch(second.time(), 0, 0, false) : second, at, HIP_CPU_READ);
  };
  const ShadowMemory& memory = machine_.memory.shadow();
  for (Address at = begin; at < begin + copy.host.bytes;) {
    const Address in_word = (at - memory.begin()) % ShadowMemory::word;
    judge_cell(memory.cell(at), at);
    at += memory.is_split(at) ? 1 : ShadowMemory::word - in_word;
  }
}

void HostCopies::begin_launch(const LaunchRequest& request, const StreamWork& work) {
  forget_what_is_over();
  device_ = device_of(request.stream);
  for (const auto& [begin, array] : machine_.memory.arrays())
    if (!array.freed && !may_access(device_, array.device))
      forbid(array.begin, array.bytes, false, nullptr, array.device);
  for (const Copy& copy : copies_) {
    if (work.comes_behind(copy.host.work)) continue;
    forbid(address_of(copy.host.to), copy.host.bytes, false, &copy, no_device);
    if (copy.host.from) forbid(address_of(copy.host.from), copy.host.bytes, true, &copy, no_device);
  }
}

void HostCopies::forbid(Address begin, std::size_t bytes, bool allows_reads, const Copy* copy,
                        int owner) {
  ShadowMemory& memory = machine_.memory.shadow();
  if (!memory.contains(begin) || bytes == 0) return;
  forbidden_.push_back({begin, bytes, allows_reads, copy, owner, memory.save_states(begin, bytes)});
  for (std::size_t i = 0; i < bytes; ++i)
    if (memory.state(begin + i) != outside) memory.mark(begin + i, 1, arriving);
}

// The last ones first: bytes may have been marked more than once.
void HostCopies::end_launch() {
  ShadowMemory& memory = machine_.memory.shadow();
  for (; !forbidden_.empty(); forbidden_.pop_back()) {
    const Forbidden& last = forbidden_.back();
    for (std::size_t i = 0; i < last.bytes; ++i)
      if (memory.state(last.begin + i) == arriving)
        memory.mark(last.begin + i, 1, ByteStates::state_in(last.states, i));
  }
}

bool HostCopies::admit(const Access& access) {
  for (const Forbidden& forbidden : forbidden_) {
    if (access.address >= forbidden.begin + forbidden.bytes ||
        forbidden.begin >= access.address + access.bytes ||
        (forbidden.allows_reads && access.only_reads()))
      continue;
    Report report =
        report_of(machine_, forbidden.copy ? HIP_CPU_RACE : HIP_CPU_NO_PEER_ACCESS, access);
    report.array = array_at(machine_, machine_.memory.shadow(), access.address);
    if (!forbidden.copy) {
      report.detail = "memory of device " + std::to_string(forbidden.owner) +
                      ", by a kernel on device " + std::to_string(device_);
      machine_.findings.add(report);
      return false;
    }
    report.detail = detail;
    report.side_count = 2;
    report.sides[1] = side_of_copy(forbidden.copy->site, !forbidden.allows_reads);
    machine_.findings.add(report);
  }
  return true;
}

}  // namespace hip_cpu::check
