// What happened before what.
//
// Within a block a barrier orders everything, a warp barrier its lanes. Between blocks nothing is
// ordered but by a fence and an atomic operation behind it, on one side, and an atomic operation on
// the same variable on the other: what the first thread knew at its fence, the second knows from
// then on. A barrier between the fence and the operation lets another thread of the block do the
// second. In which order blocks or threads happened to run decides nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/simt/settings.hpp"

namespace hip_cpu::check {

using Time = std::uint32_t;

// One access to some bytes, as the record of it that is kept: when, and by which thread of its
// block where. Its time tells the launch and the block as well. Eight bytes, the time foremost, so
// that records compare as their times do.
class Access {
 public:
  static constexpr unsigned thread_bits = 10;
  static_assert(max_threads_per_block <= 1u << thread_bits && thread_bits + site_bits + 1 == 32);

  Access() = default;  // none, which is before everything: no event has time 0
  Access(Time time, unsigned thread, SiteId site, bool atomic)
      : bits_(std::uint64_t{time} << 32 | std::uint64_t{thread} << (site_bits + 1) |
              std::uint64_t{site} << 1 | atomic) {}

  Time time() const { return static_cast<Time>(bits_ >> 32); }
  unsigned thread() const { return bits_ >> (site_bits + 1) & ((1u << thread_bits) - 1); }
  SiteId site() const { return bits_ >> 1 & ((1u << site_bits) - 1); }
  bool atomic() const { return (bits_ & 1) != 0; }

  // Of a record that other OS threads may touch.
  Access load() const {
    Access copy;
    copy.bits_ = __atomic_load_n(&bits_, __ATOMIC_RELAXED);
    return copy;
  }
  void store(const Access& access) { __atomic_store_n(&bits_, access.bits_, __ATOMIC_RELAXED); }

  // By their times, if these differ.
  bool operator<(const Access& other) const { return bits_ < other.bits_; }
  bool is_before(Time time) const { return bits_ < std::uint64_t{time} << 32; }
  bool is_by(unsigned thread, Time time) const {
    return bits_ >> (site_bits + 1) == (std::uint64_t{time} << thread_bits | thread);
  }

 private:
  std::uint64_t bits_ = 0;
};

// A time each for some keys. Sorted, for what is copied and joined at every fence and barrier.
template <typename Key>
class Times {
 public:
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }

  void add(Key key, Time time);              // the later one stays
  void add(const Times& other);              // the later ones stay
  bool has(const Times& other) const;        // nothing in `other` is later, or for another key
  bool is_before(Time time, Key key) const;  // whether `time` is before the key's

 private:
  std::vector<std::pair<Key, Time>> entries_;
};

// What is known of the accesses of one block.
struct BlockKnowledge {
  Time all = 0;                  // those of any thread before this time
  Times<std::uint32_t> threads;  // those of a thread before a time
  Times<std::uintptr_t> flags;   // atomic ones of a variable before a time

  void add(const BlockKnowledge& other);
  bool has(const BlockKnowledge& other) const;
};

// What is known of the accesses of blocks.
class Knowledge {
 public:
  bool empty() const { return blocks_.empty(); }
  void clear() { blocks_.clear(); }

  // block_begin: the time at which a block began, which tells it from others.
  void add(Time block_begin, const BlockKnowledge& known);
  void add(const Knowledge& other);
  bool covers(const Access& access, std::uintptr_t address) const;

 private:
  using Shared = std::shared_ptr<const BlockKnowledge>;  // by all who learned of it
  void add(Time block_begin, const Shared& known);

  std::map<Time, Shared> blocks_;
};

// What a thread knew at its last fence. time 0: it has met none in this launch.
struct Fence {
  Time time = 0;
  Knowledge known;
};

// Which lanes of a warp know what the others did, by warp barriers since the last block barrier.
class WarpOrder {
 public:
  void reset() { used_ = false; }

  // The lanes of `mask` meet at a time after all their accesses.
  void meet(std::uint64_t mask, Time now);

  // Whether `lane` knows what `other` did at `time`.
  bool knows(unsigned lane, unsigned other, Time time) const {
    return used_ && known_[lane][other] > time;
  }

 private:
  bool used_ = false;
  Time known_[64][64];
};

}  // namespace hip_cpu::check
