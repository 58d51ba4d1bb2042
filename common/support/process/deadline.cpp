#include "support/process/deadline.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hippuzzle {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_looks(20), longest_between_looks(200);
// A process that is to go on may be between two waits when it is looked at.
constexpr int most_looks_in_vain = 25;

}  // namespace

Deadline::Deadline(milliseconds limit, std::function<ProcessWork()> look, Clock::time_point now)
    : limit_(limit), look_(std::move(look)), at_(now + limit) {}

int Deadline::left(Clock::time_point now) {
  if (now >= at_) {
    const ProcessWork work = look_();
    if (work.processor >= limit_) return 0;
    looks_in_vain_ = work.is_ready ? 0 : looks_in_vain_ + 1;
    if (looks_in_vain_ > most_looks_in_vain) return 0;
    at_ = now + (work.is_ready ? std::min(limit_ - work.processor, longest_between_looks)
                               : between_looks);
  }
  const auto left = std::chrono::ceil<milliseconds>(at_ - now);
  return static_cast<int>(std::clamp<int64_t>(left.count(), 1, std::numeric_limits<int>::max()));
}

}  // namespace hippuzzle
