#include "hip_cpu/check/detectors/host_copies.hpp"

#include <algorithm>
#include <string>

#include "hip_cpu/check/execution/program_calls.hpp"
#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu::check {
namespace {

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  return a && b && address_of(a) < address_of(b) + b_bytes &&
         address_of(b) < address_of(a) + a_bytes;
}

// The shadow of memory that kernels may use, and its array there; null for other memory.
ShadowMemory* shadow_of(Machine& machine, Address address) {
  ShadowMemory& memory = machine.memory.shadow();
  if (memory.contains(address)) return &memory;
  Module* const module = launched_module(address);
  ShadowMemory* const data = module ? module->data() : nullptr;
  return data && data->contains(address) ? data : nullptr;
}

const Array* array_of(Machine& machine, Address address) {
  Module* const module =
      machine.memory.shadow().contains(address) ? nullptr : launched_module(address);
  const Array* const found = nearest(module ? module->arrays() : machine.memory.arrays(), address);
  return found && found->contains(address) ? found : nullptr;
}

}  // namespace

void HostCopies::submit(const HostCopy& host) {
  forget_what_is_over();
  const Kind kind = host.of_pool ? Kind::pool : Kind::copy;
  if (host.from)
    judge(Touch{address_of(host.from), host.bytes, false, false, kind, host.work, host.code});
  judge(Touch{address_of(host.to), host.bytes, true, false, kind, host.work, host.code});
  const SiteId site = site_of_host(machine_, host.code);
  if (copies_.size() == most) copies_.pop_front();
  copies_.push_back({host, site, kind});
}

bool HostCopies::judge(const HostAccess& access) {
  return judge(Touch{access.address, access.bytes, access.writes, access.is_atomic, Kind::access,
                     access.work, nullptr});
}

bool HostCopies::all_are_before(const StreamWork& work) {
  return machine_.past.all_are_before(work) && std::ranges::all_of(copies_, [&](const Copy& copy) {
           return copy.host.work.stream == work.stream || work.comes_behind(copy.host.work);
         });
}

void HostCopies::forget_what_is_over() {
  std::erase_if(copies_,
                [](const Copy& copy) { return StreamOrder::instance().is_over(copy.host.work); });
}

// A loop's accesses to neighbouring elements become one.
void HostCopies::keep(const HostAccess& access) {
  constexpr std::size_t near = 8;
  const auto place = [&](const HostCopy& host) { return access.writes ? host.to : host.from; };
  for (std::size_t i = 0; i < std::min(near, copies_.size()); ++i) {
    Copy& known = copies_[copies_.size() - 1 - i];
    HostCopy& host = known.host;
    if (known.kind != Kind::access || host.work.stream != access.work.stream ||
        host.work.number != access.work.number || host.code != access.code || !place(host) ||
        address_of(place(host)) + host.bytes != access.address)
      continue;
    host.bytes += access.bytes;
    return;
  }
  const SiteId site = site_of_host(machine_, nullptr);
  if (copies_.size() == most) copies_.pop_front();
  Copy& kept = copies_.emplace_back();
  (access.writes ? kept.host.to : kept.host.from) = reinterpret_cast<const void*>(access.address);
  kept.host.bytes = access.bytes;
  kept.host.work = access.work;
  kept.host.code = access.code;
  kept.site = site;
  kept.kind = Kind::access;
}

void HostCopies::report(const Touch& touch, Address address, const Report::Side& earlier,
                        const char* detail) {
  Report report = report_of(machine_, HIP_CPU_RACE);
  report.array = array_of(machine_, address);
  if (!report.array) return;
  report.address = address;
  report.bytes = ShadowMemory::word;
  report.detail = detail;
  report.side_count = 2;
  report.sides[0] = {
      touch.writes ? HIP_CPU_WRITE : HIP_CPU_READ, site_of_host(machine_, touch.code), {}, {}};
  report.sides[0].is_copy = touch.kind != Kind::access;
  report.sides[1] = earlier;
  machine_.findings.add(report);
}

bool HostCopies::judge(const Touch& touch) {
  return judge_against_copies(touch) || judge_against_launches(touch);
}

bool HostCopies::judge_against_copies(const Touch& touch) {
  const void* const mine = reinterpret_cast<const void*>(touch.begin);
  for (const Copy& other : copies_) {
    const HostCopy& before = other.host;
    const bool is_same = touch.work.stream == before.work.stream;
    if (is_same || touch.work.comes_behind(before.work)) continue;
    const bool meets_write = overlap(mine, touch.bytes, before.to, before.bytes);
    if (!meets_write && !(touch.writes && overlap(mine, touch.bytes, before.from, before.bytes)))
      continue;
    Report::Side earlier{meets_write ? HIP_CPU_WRITE : HIP_CPU_READ, other.site, {}, {}};
    earlier.is_copy = other.kind != Kind::access;
    const Address theirs = address_of(meets_write ? before.to : before.from);
    report(touch, std::max(touch.begin, theirs), earlier,
           touch.kind == Kind::access   ? (other.kind == Kind::access ? "hosts" : "host")
           : other.kind == Kind::access ? "host earlier"
           : touch.kind == Kind::pool || other.kind == Kind::pool ? "pool"
                                                                  : "streams");
    return true;
  }
  return false;
}

// One report for each place in the source is enough.
bool HostCopies::judge_against_launches(const Touch& touch) {
  ShadowMemory* const found = shadow_of(machine_, touch.begin);
  if (!found || machine_.past.all_are_before(touch.work)) return false;
  const ShadowMemory& memory = *found;
  SiteId reported = ~SiteId{0};
  const auto judge = [&](const Epoch& earlier, Address at, hip_cpu_access of) {
    if (earlier.time() == 0 || earlier.site() == reported) return;
    const PastLaunch* const launch = machine_.past.unordered(earlier.time(), touch.work);
    if (!launch) return;
    // An atomic operation of the host that meets one of the kernel's has seen it.
    if (touch.is_atomic && earlier.atomic())
      return StreamOrder::instance().host_waits(launch->work);
    reported = earlier.site();
    report(touch, at, side_of(machine_, earlier, of, touch.work),
           touch.kind == Kind::access ? "host"
           : touch.kind == Kind::pool ? "pool"
                                      : "streams");
  };
  const auto judge_cell = [&](const ShadowCell& cell, Address at) {
    judge(cell.write, at, HIP_CPU_WRITE);
    if (!touch.writes) return;
    judge(cell.reads[0], at, HIP_CPU_READ);
    const Epoch& second = cell.reads[1];
    judge(second.is_history() ? Epoch(second.time(), 0, 0, false) : second, at, HIP_CPU_READ);
  };
  for (Address at = touch.begin; at < touch.begin + touch.bytes;) {
    const Address in_word = (at - memory.begin()) % ShadowMemory::word;
    judge_cell(memory.cell(at), at);
    at += memory.is_split(at) ? 1 : ShadowMemory::word - in_word;
  }
  return reported != ~SiteId{0};
}

void HostCopies::begin_launch(const LaunchRequest& request, const StreamWork& work) {
  forget_what_is_over();
  device_ = device_of(request.stream);
  for (const auto& [begin, array] : machine_.memory.arrays())
    if (!array.freed && !may_access(device_, array.device))
      forbid(array.begin, array.bytes, false, nullptr, array.device);
  for (const Copy& copy : copies_) {
    if (work.comes_behind(copy.host.work)) continue;
    if (copy.host.to) forbid(address_of(copy.host.to), copy.host.bytes, false, &copy, no_device);
    if (copy.host.from) forbid(address_of(copy.host.from), copy.host.bytes, true, &copy, no_device);
  }
}

void HostCopies::forbid(Address begin, std::size_t bytes, bool allows_reads, const Copy* copy,
                        int owner) {
  ShadowMemory* const memory = shadow_of(machine_, begin);
  if (!memory || bytes == 0) return;
  forbidden_.push_back(
      {begin, bytes, allows_reads, copy, owner, memory, memory->save_states(begin, bytes)});
  for (std::size_t i = 0; i < bytes; ++i)
    if (memory->state(begin + i) != outside) memory->mark(begin + i, 1, arriving);
}

// The last ones first: bytes may have been marked more than once.
void HostCopies::end_launch() {
  for (; !forbidden_.empty(); forbidden_.pop_back()) {
    const Forbidden& last = forbidden_.back();
    for (std::size_t i = 0; i < last.bytes; ++i)
      if (last.memory->state(last.begin + i) == arriving)
        last.memory->mark(last.begin + i, 1, ByteStates::state_in(last.states, i));
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
    report.array = array_at(machine_, *forbidden.memory, access.address);
    if (!forbidden.copy) {
      report.detail = "memory of device " + std::to_string(forbidden.owner) +
                      ", by a kernel on device " + std::to_string(device_);
      machine_.findings.add(report);
      return false;
    }
    const Kind kind = forbidden.copy->kind;
    report.detail = kind == Kind::access ? "host earlier" : kind == Kind::pool ? "pool" : "streams";
    report.side_count = 2;
    report.sides[1] = {
        forbidden.allows_reads ? HIP_CPU_READ : HIP_CPU_WRITE, forbidden.copy->site, {}, {}};
    report.sides[1].is_copy = kind != Kind::access;
    machine_.findings.add(report);
  }
  return true;
}

}  // namespace hip_cpu::check
