// The time that may still be spent on one submission, whatever it is spent on: of computing, and by
// the clock.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "support/process/deadline.hpp"

namespace hippuzzle {

class TimeLeft {
 public:
  using Clock = std::chrono::steady_clock;
  using milliseconds = std::chrono::milliseconds;

  explicit TimeLeft(milliseconds limit)
      : left_(limit), ends_(Clock::now() + Deadline::by_the_clock(limit)) {}

  // At most that much of the time that is left; 0 when there is none.
  milliseconds at_most(milliseconds wanted) const {
    const auto by_the_clock = std::chrono::duration_cast<milliseconds>(ends_ - Clock::now());
    return std::max(milliseconds(0), std::min({wanted, left_, by_the_clock}));
  }

  // Counts the computing time of child processes while it lives, and their sleep if that was too
  // long.
  class Use {
   public:
    explicit Use(TimeLeft& of) : of_(of) {}
    ~Use() { of_.left_ -= std::max(computed() - computed_, slept_); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

    void add_timeout(milliseconds limit) { slept_ = limit; }

   private:
    static milliseconds computed() {
      rusage used = {};
      getrusage(RUSAGE_CHILDREN, &used);
      const auto of = [](const timeval& time) {
        return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000);
      };
      return of(used.ru_utime) + of(used.ru_stime);
    }

    TimeLeft& of_;
    milliseconds computed_ = computed(), slept_{0};
  };

 private:
  milliseconds left_;
  Clock::time_point ends_;
};

}  // namespace hippuzzle
