// The accesses to some bytes that nothing orders among themselves, where there are more than a
// shadow cell holds.
//
// If barriers alone order a block's threads, two readers stand for all, because a later writer
// differs from one of them and is ordered with both or with neither. If fences, atomic operations
// or warp barriers order only some threads, FastTrack (Flanagan and Freund, PLDI 2009) lets the
// epoch of a read grow into a vector clock. The history does the same, also for atomic operations,
// which do not race with each other. If there are very many accesses, some are forgotten: that can
// hide a race, and never makes one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "hip_cpu/check/shadow/happens_before.hpp"

namespace hip_cpu::check {

// One access a thread of a block, in the order of the blocks.
class AccessSet {
 public:
  void clear() { accesses_.clear(); }
  auto begin() const { return accesses_.begin(); }
  auto end() const { return accesses_.end(); }

  // Takes the place of the thread's last access of the same kind in the block that began then,
  // because a plain read races where an atomic load does not. is_before(epoch): whether it happened
  // before the access; such need not be kept.
  template <typename IsBefore>
  void add(const Epoch& access, Time block_begin, IsBefore&& is_before) {
    std::size_t of_block = 0;
    for (auto at = accesses_.rbegin(); at != accesses_.rend() && !at->is_before(block_begin);
         ++at) {
      if (at->thread() == access.thread() && at->is_load() == access.is_load()) {
        *at = access;
        return;
      }
      ++of_block;
    }
    if (of_block >= most_of_block || accesses_.size() >= most) {
      std::erase_if(accesses_, is_before);
      if (accesses_.size() >= most) thin_out(block_begin);
      if (of_block >= most_of_block && accesses_.size() >= most_of_block) return;
    }
    accesses_.push_back(access);
  }

 private:
  static constexpr std::size_t most_of_block = 128;  // more than a warp has lanes
  static constexpr std::size_t most = 512;

  void thin_out(Time block_begin);  // every second one of earlier blocks goes

  std::vector<Epoch> accesses_;
};

struct AccessHistory {
  AccessSet reads, atomics;
};

// The access histories of one shadow memory, by their numbers.
class AccessHistories {
 public:
  static constexpr std::uint32_t most = 1u << 20;

  // To be called when all known accesses happened before all later ones.
  void clear() {
    made_ = 0;
    dropped_.clear();
  }

  bool has_room() const { return made_ < most || !dropped_.empty(); }
  std::uint32_t make();
  void drop(std::uint32_t number) { dropped_.push_back(number); }
  AccessHistory& operator[](std::uint32_t number) { return all_[number]; }

 private:
  std::deque<AccessHistory> all_;  // references stay good
  std::uint32_t made_ = 0;
  std::vector<std::uint32_t> dropped_;
};

}  // namespace hip_cpu::check
