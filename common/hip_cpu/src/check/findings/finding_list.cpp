#include "hip_cpu/check/findings/finding_list.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <set>

namespace hip_cpu::check {

namespace {

// Whether the report's number is farther outside its limit.
bool is_worse(const Report& report, const hip_cpu_finding& finding) {
  return report.counted < report.limit.least ? report.counted < finding.counted
                                             : report.counted > finding.counted;
}

}  // namespace

// Races of equal and of different values are one cause.
Findings::Cause Findings::cause_of(const Report& report) {
  if (report.kind == HIP_CPU_LIMIT)
    return {report.kind, report.kernel, report.limit.in_all, report.limit.what,
            report.counted < report.limit.least};
  const auto kind = report.kind == HIP_CPU_RACE_SAME ? HIP_CPU_RACE : report.kind;
  auto [low, high] = std::minmax(report.sides[0].site, report.sides[1].site);
  return {kind, report.array ? report.array->name : "", report.array && report.array->shared, low,
          high};
}

hip_cpu_finding* Findings::add(const Report& report) {
  admit();
  if (is_muted_) return nullptr;
  auto [found, added] = causes_.try_emplace(cause_of(report), nullptr);
  if (added && entries_.size() < most) {
    found->second = &entries_.emplace_back();
    fill(*found->second, report);
    found->second->finding.schedule = schedule_;
  }
  if (!found->second) return nullptr;
  hip_cpu_finding& finding = found->second->finding;
  if (finding.kind == HIP_CPU_RACE_SAME && report.kind == HIP_CPU_RACE)
    fill(*found->second, report);
  // A limit names the thread that crossed it by most.
  if (is_worse(report, finding)) fill(*found->second, report);
  if (report.is_used) finding.is_used = 1;
  if (finding.schedule == schedule_) ++finding.count;
  widen(finding, report);
  return &finding;
}

void Findings::complete(hip_cpu_finding& finding, const Report& report) {
  if (finding.array_bytes != 0) return widen(finding, report);
  Entry* const entry = entry_of(finding);
  if (!entry) return;
  fill(finding.sides[0], report.sides[0]);
  set_place(*entry, report);
}

void Findings::judge_guess(hip_cpu_finding& finding, bool is_expected) {
  Entry* const entry = entry_of(finding);
  if (!entry) return;
  entry->is_no_guess |= !is_expected;
  finding.kind = entry->is_no_guess ? HIP_CPU_RACE : HIP_CPU_RACE_BENIGN;
}

Findings::Entry* Findings::entry_of(const hip_cpu_finding& finding) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& e) { return &e.finding == &finding; });
  return entry == entries_.end() ? nullptr : &*entry;
}

void Findings::widen(hip_cpu_finding& finding, const Report& report) {
  if (!report.array || report.array->bytes != finding.array_bytes) return;
  const auto offset = static_cast<std::int64_t>(report.address - report.array->begin);
  finding.last = std::max(finding.last, offset);
}

void Findings::set_place(Entry& entry, const Report& report) {
  hip_cpu_finding& finding = entry.finding;
  finding.address = report.address;
  finding.bytes = report.bytes;
  if (report.array) {
    entry.array = report.array->name;
    finding.is_shared = report.array->shared;
    finding.array_bytes = report.array->bytes;
    finding.first = finding.last = static_cast<std::int64_t>(report.address - report.array->begin);
  }
  finding.array = entry.array.c_str();
}

void Findings::fill(Entry& entry, const Report& report) {
  hip_cpu_finding& finding = entry.finding;
  const std::uint64_t count = finding.count;
  const std::uint32_t schedule = finding.schedule;
  finding = {};
  finding.count = count;
  finding.schedule = schedule;
  entry.kernel = report.kernel;
  entry.detail = report.detail;
  finding.kind = report.kind;
  set_place(entry, report);
  finding.kernel = entry.kernel.c_str();
  finding.detail = entry.detail.c_str();
  finding.index = report.index;
  finding.limit = report.limit;
  finding.counted = report.counted;
  finding.between_blocks = report.between_blocks ? 1 : 0;
  finding.after_barrier = report.after_barrier ? 1 : 0;
  finding.side_count = report.side_count;
  for (unsigned i = 0; i < report.side_count; ++i) fill(finding.sides[i], report.sides[i]);
}

void Findings::fill(hip_cpu_side& side, const Report::Side& report) {
  side.access = report.access;
  std::copy_n(report.block, 3, side.block);
  std::copy_n(report.thread, 3, side.thread);
  side.is_copy = report.is_copy ? 1 : 0;
  side.frame_count = fill_frames(sites_, report.site, side.frames);
}

std::uint32_t fill_frames(const CallSites& sites, SiteId site,
                          hip_cpu_frame (&frames)[HIP_CPU_FRAMES]) {
  static auto& modules = *new std::set<std::string>;  // read while the process ends
  std::uint32_t count = 0;
  for (const void* code : sites.frames(site)) {
    if (count == HIP_CPU_FRAMES) break;
    Dl_info module{};
    if (dladdr(code, &module) == 0 || !module.dli_fname) continue;
    const auto base = reinterpret_cast<std::uintptr_t>(module.dli_fbase);
    frames[count++] = {modules.insert(module.dli_fname).first->c_str(),
                       reinterpret_cast<std::uintptr_t>(code) - base, 0, 0};
  }
  return count;
}

}  // namespace hip_cpu::check
