// A barrier: the set of arrivals.
#pragma once

#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"

namespace hip_cpu::check {

class Barrier {
 public:
  struct Arrival {
    unsigned thread;  // in the block
    SiteId site;
  };

  // Returns the number of the meeting that the thread waits for.
  unsigned arrive(unsigned thread, SiteId site) {
    arrivals_.push_back({thread, site});
    return meeting_;
  }
  const std::vector<Arrival>& arrivals() const { return arrivals_; }

  // Called by each thread that continues; true for the first one. Others may have arrived for the
  // next meeting before the last one continues.
  bool begins_release(unsigned meeting) {
    if (meeting != meeting_) return false;
    ++meeting_;
    return true;
  }
  void clear() { arrivals_.clear(); }

 private:
  std::vector<Arrival> arrivals_;
  unsigned meeting_ = 0;
};

}  // namespace hip_cpu::check
