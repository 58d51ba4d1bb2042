// The deadline of a process. A loaded machine takes none of its time away: where the time is over
// by the clock and the process has computed for less than that because it waits for a processor, it
// goes on.
#pragma once

#include <chrono>
#include <functional>

#include "support/process/process_work.hpp"

namespace hippuzzle {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  // look: at the process; called from the limit on, some times a second.
  Deadline(std::chrono::milliseconds limit, std::function<ProcessWork()> look,
           Clock::time_point now = Clock::now());

  // Milliseconds until this is to be asked again; 0 when the time is over.
  int left(Clock::time_point now = Clock::now());

 private:
  std::chrono::milliseconds limit_;
  std::function<ProcessWork()> look_;
  Clock::time_point at_;
  int looks_in_vain_ = 0;  // one after the other, that found nothing that could go on
};

}  // namespace hippuzzle
