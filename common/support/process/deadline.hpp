// The deadline of a process. A loaded machine takes none of its time away: if the time is over by
// the clock but the process has computed for less because it waits for a processor, it goes on. A
// process that does not compute or wait for a processor for half of the time is not at work, and
// nothing prolongs the limit by the clock.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <random>

#include "support/process/process_work.hpp"

namespace hippuzzle {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  // The limit by the clock for a process that may compute for this long.
  static std::chrono::milliseconds by_the_clock(std::chrono::milliseconds limit);

  // look: at the process; called from the limit on, some times a second.
  Deadline(std::chrono::milliseconds limit, std::function<ProcessWork()> look,
           Clock::time_point now = Clock::now());

  // Milliseconds until this is to be asked again; 0 when the time is over.
  int left(Clock::time_point now = Clock::now());

 private:
  std::chrono::milliseconds limit_;
  std::function<ProcessWork()> look_;
  Clock::time_point at_, last_;
  std::deque<bool> was_at_work_;  // at the last looks
  std::minstd_rand between_looks_;
};

}  // namespace hippuzzle
