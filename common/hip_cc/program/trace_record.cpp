#include "trace_record.hpp"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <span>

#include "record_json.hpp"

namespace hippuzzle::program {
namespace {

std::string numbers(std::initializer_list<uint64_t> values) {
  return list(values, [](uint64_t value) { return std::to_string(value); });
}

std::string array_record(const hip_cpu_traced_array& array) {
  return '[' + quoted(array.name) + ',' + std::to_string(array.bytes) + ',' +
         std::to_string(array.is_shared) + ']';
}

std::string thread_record(const hip_cpu_traced_thread& t) {
  return numbers({t.state, t.site, t.code, t.slots});
}

std::string access_record(const hip_cpu_traced_access& a) {
  return numbers({a.phase, a.thread, a.site, a.access, a.array, a.bytes, a.offset, a.value});
}

std::string request_record(const hip_cpu_traced_request& r) {
  return numbers({r.phase, r.warp, r.site, r.access, r.is_shared, r.bytes, r.first_lane,
                  r.lane_count, r.cost, r.least});
}

std::string lane_record(const hip_cpu_traced_lane& l) {
  return numbers({l.thread, l.array, l.offset});
}

std::string meeting_record(const hip_cpu_traced_meeting& m) {
  return '[' + std::to_string(m.phase) + ',' + std::to_string(m.warp) + ',' +
         std::to_string(m.site) + ',' + std::to_string(m.is_vote) + ',' + std::to_string(m.lanes) +
         ',' + std::to_string(m.votes) + ',' + hexadecimal(m.sources, sizeof m.sources) + ']';
}

std::string site_record(uint32_t site) {
  hip_cpu_frame frames[HIP_CPU_FRAMES];
  const uint32_t count = hip_cpu_tracer.frames(site, frames);
  return '[' + std::to_string(site) + ',' + frames_record(frames, count) + ']';
}

uint64_t count(const uint32_t (&xyz)[3]) { return uint64_t{xyz[0]} * xyz[1] * xyz[2]; }

}  // namespace

std::string launch_record(const hip_cpu_traced_launch& launch, uint64_t slot_bytes) {
  const std::span accesses(launch.accesses, launch.access_count);
  const std::span requests(launch.requests, launch.request_count);
  const std::span meetings(launch.meetings, launch.meeting_count);
  const std::span phases(launch.phases, launch.phase_count);
  const uint64_t threads = count(launch.block);
  std::set<uint32_t> sites;
  uint64_t values = 0, lanes = 0;
  for (const hip_cpu_traced_access& a : accesses) {
    sites.insert(a.site);
    values = std::max(values, a.value + a.bytes * (a.access == HIP_CPU_ATOMIC ? 2 : 1));
  }
  for (const hip_cpu_traced_request& r : requests) {
    sites.insert(r.site);
    lanes = std::max(lanes, r.first_lane + r.lane_count);
  }
  for (const hip_cpu_traced_meeting& m : meetings) sites.insert(m.site);
  for (const hip_cpu_traced_phase& phase : phases)
    for (const hip_cpu_traced_thread& thread : std::span(phase.threads, threads))
      if (thread.site != 0) sites.insert(thread.site);
  const auto phase_record = [&](const hip_cpu_traced_phase& phase) {
    return "{\"threads\":" + list(std::span(phase.threads, threads), thread_record) +
           ",\"slots\":" + hexadecimal(phase.slots, threads * slot_bytes) +
           ",\"shared\":" + hexadecimal(phase.shared, phase.shared_bytes) +
           ",\"written\":" + hexadecimal(phase.written, phase.shared_bytes) + '}';
  };
  return '{' + number("kernel_offset", launch.kernel_offset) +
         number("warp_lanes", launch.warp_lanes) +
         number("dynamic_shared_bytes", launch.dynamic_shared_bytes) +
         number("has_block", launch.has_block) + number("cut", launch.is_cut) +
         number("first_thread", launch.first_thread) + number("thread_count", launch.thread_count) +
         number("slot_bytes", slot_bytes) + "\"kernel\":" + quoted(launch.kernel) +
         ",\"module\":" + quoted(launch.module) + ",\"grid\":" + index(launch.grid) +
         ",\"block\":" + index(launch.block) +
         ",\"arrays\":" + list(std::span(launch.arrays, launch.array_count), array_record) +
         ",\"phases\":" + list(phases, phase_record) +
         ",\"accesses\":" + list(accesses, access_record) +
         ",\"values\":" + hexadecimal(launch.values, values) +
         ",\"requests\":" + list(requests, request_record) +
         ",\"lanes\":" + list(std::span(launch.lanes, lanes), lane_record) +
         ",\"meetings\":" + list(meetings, meeting_record) +
         ",\"sites\":" + list(sites, site_record) + '}';
}

}  // namespace hippuzzle::program
