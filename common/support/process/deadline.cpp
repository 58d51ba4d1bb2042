#include "support/process/deadline.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hippuzzle {
namespace {

using std::chrono::milliseconds;

// A process that is to go on may be between two waits when it is looked at, so that it has to be at
// work at half of the looks, which come in less than a second.
constexpr size_t looks = 25;

// Chance decides about the time until the next look: a process that works when it is looked at, and
// only then, would go on.
constexpr milliseconds least_between_looks(10), most_between_looks(30);

}  // namespace

milliseconds Deadline::by_the_clock(milliseconds limit) {
  return 4 * limit + std::chrono::seconds(30);
}

Deadline::Deadline(milliseconds limit, std::function<ProcessWork()> look, Clock::time_point now)
    : limit_(limit),
      look_(std::move(look)),
      at_(now + limit),
      last_(now + by_the_clock(limit)),
      between_looks_(std::random_device()()) {}

int Deadline::left(Clock::time_point now) {
  if (now >= last_) return 0;
  if (now >= at_) {
    const ProcessWork work = look_();
    if (work.processor >= limit_) return 0;
    was_at_work_.push_back(work.is_ready);
    if (was_at_work_.size() > looks) was_at_work_.pop_front();
    const auto at_work = static_cast<size_t>(std::ranges::count(was_at_work_, true));
    if (was_at_work_.size() == looks && 2 * at_work + 1 < looks) return 0;
    std::uniform_int_distribution<int64_t> between(least_between_looks.count(),
                                                   most_between_looks.count());
    const milliseconds next(between(between_looks_));
    at_ = std::min(now + (work.is_ready ? std::min(limit_ - work.processor, next) : next), last_);
  }
  const auto left = std::chrono::ceil<milliseconds>(at_ - now);
  return static_cast<int>(std::clamp<int64_t>(left.count(), 1, std::numeric_limits<int>::max()));
}

}  // namespace hippuzzle
