// The happens-before relation of a checked kernel's accesses, by epochs and vector clocks.
//
// The representation is FastTrack's (Flanagan and Freund, PLDI 2009) for grids of blocks: an access
// is an epoch, and vector clocks exist only where something other than barriers orders accesses.
// Within a block a barrier orders everything, a warp barrier its lanes. Between blocks only a fence
// and an atomic operation behind it, on one side, and an atomic operation on the same variable, on
// the other, order anything: what happened before the fence then happened before what comes behind
// the second operation. A barrier between the fence and the operation lets another thread of the
// block do the second. The order in which blocks or threads happened to run decides nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/simt/settings.hpp"

namespace hip_cpu::check {

// The number of events that order anything (a launch's begin, a block's, a barrier, a fence) in the
// process so far. A time tells its launch and its block as well.
using Time = std::uint32_t;

// The time of an access, the thread of its block that made it, and where it made it. Eight bytes,
// the time foremost, so that epochs compare as their times do.
class Epoch {
 public:
  static constexpr unsigned thread_bits = 10;
  static_assert(max_threads_per_block <= 1u << thread_bits && thread_bits + site_bits + 1 == 32);

  Epoch() = default;  // no access; it happened before everything, since no event has time 0
  Epoch(Time time, unsigned thread, SiteId site, bool atomic)
      : bits_(std::uint64_t{time} << 32 | std::uint64_t{thread} << (site_bits + 1) |
              std::uint64_t{site} << 1 | atomic) {}

  Time time() const { return static_cast<Time>(bits_ >> 32); }
  unsigned thread() const { return bits_ >> (site_bits + 1) & ((1u << thread_bits) - 1); }
  SiteId site() const { return bits_ >> 1 & ((1u << site_bits) - 1); }
  bool atomic() const { return (bits_ & 1) != 0; }

  // Of an epoch that other OS threads may touch.
  Epoch load() const {
    Epoch copy;
    copy.bits_ = __atomic_load_n(&bits_, __ATOMIC_RELAXED);
    return copy;
  }
  void store(const Epoch& epoch) { __atomic_store_n(&bits_, epoch.bits_, __ATOMIC_RELAXED); }

  // By their times, if these differ.
  bool operator<(const Epoch& other) const { return bits_ < other.bits_; }
  bool is_before(Time time) const { return bits_ < std::uint64_t{time} << 32; }
  bool is_by(unsigned thread, Time time) const {
    return bits_ >> (site_bits + 1) == (std::uint64_t{time} << thread_bits | thread);
  }

 private:
  std::uint64_t bits_ = 0;
};

// A time for each of some keys; 0 for the others. Sorted by key, because it is copied and joined at
// every fence and barrier.
template <typename Key>
class SparseClock {
 public:
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }

  void add(Key key, Time time);                 // the later one stays
  void join(const SparseClock& other);          // the later ones stay
  bool covers(const SparseClock& other) const;  // no entry of `other` is later
  bool covers(Key key, Time time) const;        // `time` is before the key's

 private:
  std::vector<std::pair<Key, Time>> entries_;
};

// Which accesses of one block happened before.
struct BlockClock {
  Time all = 0;                        // those of any thread before this time
  SparseClock<std::uint32_t> threads;  // those of a thread before a time
  SparseClock<std::uintptr_t> flags;   // atomic ones of a variable before a time

  void join(const BlockClock& other);
  bool covers(const BlockClock& other) const;
};

// Which accesses happened before, block by block.
class VectorClock {
 public:
  bool empty() const { return blocks_.empty(); }
  void clear() { blocks_.clear(); }

  // block_begin: the time at which a block began, which tells it from others.
  void join(Time block_begin, const BlockClock& clock);
  void join(const VectorClock& other);

  // Whether the access to the address happened before.
  bool covers(const Epoch& access, std::uintptr_t address) const;

 private:
  using Shared = std::shared_ptr<const BlockClock>;  // by all clocks that were joined with it
  void join(Time block_begin, const Shared& clock);

  std::map<Time, Shared> blocks_;
};

// For whom a fence orders anything: for all blocks, or for the threads of its own.
enum class FenceScope { device, block };

// What happened before a thread's last fence. time 0: it has met none in this launch.
struct Fence {
  Time time = 0;
  VectorClock clock;
};

// Vector clocks of a warp's lanes, by warp barriers since the last block barrier.
class WarpClocks {
 public:
  void reset() { used_ = false; }

  // The lanes of `mask` meet at a time after all their accesses.
  void meet(std::uint64_t mask, Time now);

  // Whether what lane `by` did at `time` happened before what `lane` does now.
  bool happened_before(Time time, unsigned by, unsigned lane) const {
    return used_ && clocks_[lane][by] > time;
  }

 private:
  bool used_ = false;
  Time clocks_[64][64];
};

}  // namespace hip_cpu::check
