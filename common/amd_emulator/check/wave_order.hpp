// The happens-before order of accesses among waves of a workgroup, or among workgroups of a grid,
// made by barriers and by words that are accessed atomically. Each has a clock of its own, which
// its accesses advance, and knows of others up to which time all they did comes before what it does
// now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hippuzzle::amd {

class HappensBefore {
 public:
  void start(size_t count);

  // The time of the next access.
  uint32_t tick(uint32_t who) { return ++clocks_[who]; }
  void tick(uint32_t who, uint32_t time) { clocks_[who] = time; }  // later than those before
  bool is_ordered(uint32_t earlier, uint32_t when, uint32_t now) const {
    if (when <= met_[earlier] || earlier == now) return true;
    return (is_coarse_ && !knows_[now].empty()) ||
           (!knows_[now].empty() && knows_[now][earlier] >= when);
  }
  // Orders everything that `from` did and knew up to then before everything that `who` does from
  // now on.
  void acquire(uint32_t who, uint32_t from, uint32_t when);
  // A barrier of all.
  void meet();
  // Whether a barrier came after it.
  bool has_met(uint32_t who, uint32_t when) const { return when <= met_[who]; }

 private:
  // More waves are too many to keep apart: a wave that synchronised then counts as ordered with all
  // waves.
  static constexpr size_t most_apart = 4096;

  std::vector<uint32_t> clocks_;
  std::vector<uint32_t> met_;                 // clocks at the last barrier
  std::vector<std::vector<uint32_t>> knows_;  // empty: nothing
  bool is_coarse_ = false;
};

}  // namespace hippuzzle::amd
