// The begins of a launch's blocks, in the order in which they ran.
//
// Blocks that began at equal distances are one run. In a kernel whose threads are ordered by
// barriers alone, all blocks do: a regular launch has one run, however many blocks it has, and the
// most irregular launch has half as many runs as blocks. The memory for past launches depends on
// that number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/shadow/clock_tree.hpp"

namespace hip_cpu::check {

struct BlockBegin {
  Time time = 0;
  std::uint64_t number = 0;  // of the block in the grid
};

class BlockBegins {
 public:
  bool empty() const { return runs_.empty(); }
  std::size_t size() const { return empty() ? 0 : runs_.back().index + runs_.back().count; }
  void clear() { runs_.clear(); }

  // Times grow from one to the next.
  void add(BlockBegin begin) {
    if (!empty() && runs_.back().takes(begin)) return;
    runs_.push_back({begin, 0, 0, size(), 1});
  }

  // Whether a block had begun by then.
  bool any_by(Time time) const { return !empty() && runs_.front().first.time <= time; }

  // The index of the last block that had; there must be one.
  std::size_t index_at(Time time) const {
    const Run& run = run_at(time);
    return run.index + run.place_of(time);
  }
  BlockBegin at(Time time) const {
    const Run& run = run_at(time);
    return run[run.place_of(time)];
  }

 private:
  struct Run {
    BlockBegin first;
    Time time_step;
    std::uint64_t number_step;  // modulo 2^64: blocks may run backwards
    std::size_t index, count;

    BlockBegin operator[](std::size_t place) const {
      return {first.time + static_cast<Time>(place) * time_step,
              first.number + place * number_step};
    }
    std::size_t place_of(Time time) const {
      return count == 1 ? 0 : std::min<std::size_t>((time - first.time) / time_step, count - 1);
    }
    // Whether it is the next of the run, to which it then belongs. Any second block makes a run.
    bool takes(BlockBegin begin) {
      if (count == 1) {
        time_step = begin.time - first.time;
        number_step = begin.number - first.number;
      }
      const BlockBegin next = (*this)[count];
      if (next.time != begin.time || next.number != begin.number) return false;
      ++count;
      return true;
    }
  };

  const Run& run_at(Time time) const {
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), time,
                         [](Time wanted, const Run& run) { return wanted < run.first.time; });
    return *(after - 1);
  }

  std::vector<Run> runs_;
};

}  // namespace hip_cpu::check
