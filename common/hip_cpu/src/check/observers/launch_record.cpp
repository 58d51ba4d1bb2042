#include "hip_cpu/check/observers/launch_record.hpp"

#include <algorithm>

namespace hip_cpu::check {

std::uint32_t LaunchRecord::array_index(const Array& array) {
  const auto found = std::find(begins.begin(), begins.end(), array.begin);
  const auto index = static_cast<std::uint32_t>(found - begins.begin());
  if (found == begins.end()) {
    begins.push_back(array.begin);
    arrays.push_back({names.emplace_back(array.name).c_str(), array.bytes, array.shared});
  }
  return index;
}

void LaunchRecord::keep(ThreadRange threads) {
  handed_out.first_thread = threads.first;
  handed_out.thread_count = threads.count;
  std::erase_if(accesses, [&](const auto& access) { return !threads.holds(access.thread); });
  std::erase_if(requests, [&](const hip_cpu_traced_request& request) {
    const auto* const first = &lanes[request.first_lane];
    return std::none_of(first, first + request.lane_count,
                        [&](const auto& lane) { return threads.holds(lane.thread); });
  });
  std::erase_if(meetings, [&](const auto& meeting) { return !threads.holds_warp(meeting.warp); });
  for (Phase& phase : phases) forget_others(phase.threads, threads);
}

void LaunchRecord::forget_unfinished_phase() {
  const auto is_unfinished = [&](const auto& entry) { return entry.phase >= phases.size(); };
  std::erase_if(accesses, is_unfinished);
  std::erase_if(requests, is_unfinished);
  std::erase_if(meetings, is_unfinished);
}

const hip_cpu_traced_launch* LaunchRecord::hand_out() {
  views.clear();
  for (const Phase& phase : phases)
    views.push_back({phase.threads.data(), phase.slots.data(), phase.shared.data(),
                     phase.written.data(), phase.shared.size()});
  hip_cpu_traced_launch& to = handed_out;
  to.kernel = kernel.c_str();
  to.module = module.c_str();
  to.phase_count = static_cast<std::uint32_t>(phases.size());
  to.array_count = static_cast<std::uint32_t>(arrays.size());
  to.phases = views.data();
  to.arrays = arrays.data();
  to.access_count = accesses.size();
  to.accesses = accesses.data();
  to.values = values.data();
  to.request_count = requests.size();
  to.requests = requests.data();
  to.lanes = lanes.data();
  to.meeting_count = meetings.size();
  to.meetings = meetings.data();
  return &to;
}

void forget_others(std::vector<hip_cpu_traced_thread>& block, ThreadRange kept) {
  for (std::uint32_t i = 0; i < block.size(); ++i)
    if (!kept.holds(i)) block[i].code = 0;
}

}  // namespace hip_cpu::check
