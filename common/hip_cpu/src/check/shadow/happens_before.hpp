// The happens-before relation of a checked kernel's accesses, by epochs and vector clocks.
//
// The representation is FastTrack's (Flanagan and Freund, PLDI 2009) for grids of blocks: an access
// is an epoch, and vector clocks exist only where something other than barriers orders accesses.
// Within a block a barrier orders everything, a warp barrier its lanes. Two blocks are ordered by a
// fence and an atomic operation after it, on one side, and an atomic operation that reads its
// value, or the value of a later read-modify-write, on the other: everything before the fence then
// happened before everything after the second operation (a release sequence of C++). Nothing else
// orders blocks. A barrier between the fence and the operation lets another thread of the block do
// the second. An operation with a releasing order has its own fence. An operation of a block's
// scope orders nothing between blocks, and does not count as atomic for other blocks.
#pragma once

#include <cstdint>
#include <utility>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/shadow/clock_tree.hpp"
#include "hip_cpu/simt/settings.hpp"

namespace hip_cpu::check {

// The time of an access, the thread of its block that made it, and the site. Eight bytes, the time
// foremost, so that epochs compare as their times do.
class Epoch {
 public:
  static constexpr unsigned thread_bits = 10;
  static_assert(max_threads_per_block <= 1u << thread_bits && thread_bits + site_bits + 2 == 32);
  static constexpr unsigned thread_shift = site_bits + 2;  // in the lower half

  Epoch() = default;  // no access; it happened before everything, since no event has time 0
  Epoch(Time time, std::uint32_t low) : bits_(std::uint64_t{time} << 32 | low) {}
  Epoch(Time time, unsigned thread, SiteId site, bool atomic)
      : Epoch(time, low_of(thread, site) | atomic) {}

  Time time() const { return static_cast<Time>(bits_ >> 32); }
  std::uint32_t low() const { return static_cast<std::uint32_t>(bits_); }
  unsigned thread() const { return low() >> thread_shift; }
  SiteId site() const { return low() >> 2 & ((1u << site_bits) - 1); }
  bool atomic() const { return (low() & 1) != 0; }

  // Marks an atomic operation that stores and is one to the threads of its block only.
  Epoch of_block_scope() const { return {time(), low() | 3}; }
  bool is_of_block_scope() const { return (low() & 3) == 3; }  // not of a read

  // Marks an atomic load, which is kept as a read.
  Epoch of_load() const { return {time(), low() | 3}; }
  bool is_load() const { return (low() & 3) == 3; }  // of a read

  static constexpr std::uint32_t low_of(unsigned thread, SiteId site) {
    return thread << thread_shift | site << 2;
  }

  // An access that happened before all that may still come; nothing more is known about it.
  static Epoch of_the_past() { return {1, 0}; }

  // Marks the second read of a word that has reads of two blocks which nothing orders: a write by
  // any thread of the launch races with one of them.
  Epoch settled() const { return {time(), low() | 2}; }
  bool is_settled() const { return (low() & 3) == 2; }

  // An epoch that replaces a read: the number of an AccessHistory whose last access was at that
  // time.
  static Epoch history(Time time, std::uint32_t number) { return {time, number << 2 | 1}; }
  bool is_history() const { return (low() & 3) == 1; }  // of a read
  std::uint32_t history_number() const { return low() >> 2; }

  // Compares times, if these differ.
  bool operator<(const Epoch& other) const { return bits_ < other.bits_; }
  bool operator==(const Epoch& other) const = default;
  bool is_before(Time time) const { return bits_ < std::uint64_t{time} << 32; }
  bool is_by(unsigned thread, Time time) const {
    return bits_ >> thread_shift == (std::uint64_t{time} << thread_bits | thread);
  }

 private:
  std::uint64_t bits_ = 0;
};

// The accesses that happened before, block by block. A copy costs next to nothing.
class VectorClock {
 public:
  bool empty() const { return blocks_.empty(); }
  void clear() { blocks_.clear(); }

  // block: its number among the blocks that the launch has begun.
  void join(std::uint32_t block, BlockClock clock) { blocks_.join(block, std::move(clock)); }
  void join(const VectorClock& other) { blocks_.join(other.blocks_); }

  // The accesses of one block; null for none.
  const BlockClock* of(std::uint32_t block) const { return blocks_.find(block); }

  // Whether the access of that block to the address happened before.
  bool happened_before(std::uint32_t block, const Epoch& access, std::uintptr_t address) const;

 private:
  ClockTree blocks_;
};

// The threads for which a fence orders anything: all blocks, or only its own.
enum class FenceScope { device, block };

// All that happened before a thread's last fence: the thread's accesses before `time`, its block's
// before `barrier`, and the clock's. time 0: it has met none in this launch.
struct Fence {
  Time time = 0, barrier = 0;
  VectorClock clock;
};

// Whether an atomic operation acquires at once the accesses that were released to it, and whether
// it releases its thread's earlier accesses.
struct Ordering {
  bool acquires, releases;

  // The compiler's number of an order of memory; bits above say more of it.
  static Ordering of(int order) {
    const int number = order & 0xff;
    return {number != __ATOMIC_RELAXED && number != __ATOMIC_RELEASE,
            number == __ATOMIC_RELEASE || number == __ATOMIC_ACQ_REL || number == __ATOMIC_SEQ_CST};
  }
};

// The use that an atomic operation makes of its variable's value. An operation that does not store
// (a load, a compare-and-swap that fails) releases nothing; an operation that does not read
// acquires nothing.
struct AtomicUse {
  bool reads, stores;
  Ordering order;
};

// Releases that relaxed operations have read: the next fence, of the block or of the device,
// acquires them.
struct Unfenced {
  VectorClock of_block, of_device;
};

// Vector clocks of a warp's lanes, by warp barriers since the last block barrier.
class WarpClocks {
 public:
  void reset() { used_ = false; }

  // The lanes of `mask` meet at a time after all their accesses.
  void meet(std::uint64_t mask, Time now);

  // The time before which lane `by`'s accesses happened before the next access of `lane`; 0: none.
  Time known(unsigned by, unsigned lane) const { return used_ ? clocks_[lane][by] : 0; }

  // Whether lane `by`'s access at `time` happened before the next access of `lane`.
  bool happened_before(Time time, unsigned by, unsigned lane) const {
    return used_ && clocks_[lane][by] > time;
  }

 private:
  bool used_ = false;
  Time clocks_[64][64];
};

}  // namespace hip_cpu::check
