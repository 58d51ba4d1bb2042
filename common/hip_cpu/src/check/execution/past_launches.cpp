#include "hip_cpu/check/execution/past_launches.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace hip_cpu::check {

void PastLaunches::forget_what_is_over_for_all() {
  std::map<const void*, std::uint64_t> over;  // by stream
  const bool with_host = host_looks && past_.size() < most_for_host;
  std::erase_if(past_, [&](const PastLaunch& launch) {
    const auto [known, added] = over.try_emplace(launch.work.stream);
    if (added) known->second = StreamOrder::instance().over_for_all(launch.work.stream, with_host);
    return launch.work.number <= known->second;
  });
}

Time PastLaunches::begin(StreamWork work, Time now) {
  ++begun_;
  now_ = std::move(work);
  began_ = now;
  forget_what_is_over_for_all();
  const auto first = std::find_if(past_.begin(), past_.end(), [&](const PastLaunch& launch) {
    return !now_.comes_behind(launch.work);
  });
  is_behind_all_ = first == past_.end();
  return first == past_.end() ? now : first->begin;
}

void PastLaunches::end(Time now, const LaunchRequest& request, const BlockBegins& block_begins) {
  if (past_.size() == most) past_.erase(past_.begin());
  past_.push_back({now_, began_, now, request.grid, request.block, block_begins});
}

bool PastLaunches::all_are_before(const StreamWork& work) const {
  return std::all_of(past_.begin(), past_.end(),
                     [&](const PastLaunch& launch) { return work.comes_behind(launch.work); });
}

const PastLaunch* PastLaunches::unordered(Time time, const StreamWork& work) const {
  const auto after =
      std::upper_bound(past_.begin(), past_.end(), time,
                       [](Time wanted, const PastLaunch& launch) { return wanted < launch.begin; });
  if (after == past_.begin()) return nullptr;
  const PastLaunch& launch = *std::prev(after);
  return time <= launch.end && !work.comes_behind(launch.work) ? &launch : nullptr;
}

}  // namespace hip_cpu::check
