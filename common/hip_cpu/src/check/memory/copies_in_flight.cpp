#include "hip_cpu/check/memory/copies_in_flight.hpp"

#include <algorithm>
#include <limits>

namespace hip_cpu::check {

void CopiesInFlight::begin_block(unsigned thread_count) {
  in_flight_.clear();
  groups_.clear();
  going_on_.clear();
  thread_count_ = thread_count;
}

void CopiesInFlight::begin(ShadowMemory& shared, std::uint32_t thread, std::uintptr_t to,
                           std::size_t bytes, SiteId site) {
  if (!shared.contains(to) || shared.state(to, bytes) == outside) return;
  shared.mark(to, bytes, arriving);
  in_flight_.push_back({to, bytes, thread, groups_of(thread), site});
  if (going_on_.empty()) going_on_.assign(thread_count_, 0);
  ++going_on_[thread];
}

void CopiesInFlight::wait(ShadowMemory& shared, std::uint32_t thread, Time time,
                          unsigned pending_groups) {
  const std::uint32_t ended = groups_of(thread);
  arrive(shared, thread, time, ended - std::min(ended, pending_groups));
}

void CopiesInFlight::wait_for_all(ShadowMemory& shared, std::uint32_t thread, Time time) {
  arrive(shared, thread, time, std::numeric_limits<std::uint32_t>::max());
}

const CopyInFlight* CopiesInFlight::to(std::uintptr_t address) const {
  const auto copy = std::find_if(in_flight_.rbegin(), in_flight_.rend(),
                                 [&](const CopyInFlight& one) { return one.contains(address); });
  return copy == in_flight_.rend() ? nullptr : &*copy;
}

std::uint32_t& CopiesInFlight::groups_of(std::uint32_t thread) {
  if (groups_.empty()) groups_.assign(thread_count_, 0);
  return groups_[thread];
}

// The write is over now: it is ordered before every access after the next barrier.
void CopiesInFlight::arrive(ShadowMemory& shared, std::uint32_t thread, Time time,
                            std::uint32_t end_of_groups) {
  const auto arrives = [&](const CopyInFlight& copy) {
    return copy.thread == thread && copy.group < end_of_groups;
  };
  for (const CopyInFlight& copy : in_flight_) {
    if (!arrives(copy)) continue;
    --going_on_[thread];
    const Epoch write(time, thread, copy.site, false);
    for (std::size_t i = 0; i < copy.bytes; ++i) {
      const std::uintptr_t at = copy.begin + i;
      if (shared.state(at) != arriving) continue;  // it was said already
      shared.visit(at, [&](ShadowCell& cell) { cell.write = write; });
      shared.mark(at, 1, written);
    }
  }
  std::erase_if(in_flight_, arrives);
}

}  // namespace hip_cpu::check
