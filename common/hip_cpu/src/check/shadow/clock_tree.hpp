// The times of one block's accesses, and trees of them, by block.
//
// A tree's copies share their nodes: they are never changed. So a copy costs nothing, and joining
// two trees costs no more than the nodes in which they differ. Sharing keeps a lock, a last block
// or a look-back over n blocks from costing n * n: each block acquires the releases of n others,
// which are the releases that the block before it acquired and few more. The idea comes from
// Driscoll, Sarnak, Sleator and Tarjan, Making Data Structures Persistent (1989).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace hip_cpu::check {

// The number of events that order anything (a launch's begin, a block's, a barrier, a fence) in the
// process so far. A time tells its launch and its block as well.
using Time = std::uint32_t;

// A time for each of some keys; 0 for the others. Sorted by key, because it is copied and joined at
// every fence and barrier.
template <typename Key>
class SparseClock {
 public:
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }

  void add(Key key, Time time);                   // the later one stays
  void join(const SparseClock& other);            // the later ones stay
  bool includes(const SparseClock& other) const;  // no entry of `other` is later
  bool includes(Key key, Time time) const;        // `time` is before the key's

 private:
  std::vector<std::pair<Key, Time>> entries_;
};

// Accesses of one block that happened before.
struct BlockClock {
  Time all = 0;                        // accesses of any thread before this time
  SparseClock<std::uint32_t> threads;  // accesses of a thread before a time
  SparseClock<std::uintptr_t> flags;   // atomic ones of a variable before a time

  void join(const BlockClock& other);
  bool includes(const BlockClock& other) const;
};

class ClockTree {
 public:
  bool empty() const { return !root_; }
  void clear() { root_.reset(); }

  // block: its number among the blocks that the launch has begun.
  const BlockClock* find(std::uint32_t block) const;
  void join(std::uint32_t block, BlockClock clock);
  void join(const ClockTree& other);

 private:
  static constexpr unsigned bits = 3;  // of a block's number, that a node decides

  // A node of level 0 is a leaf, of others an inner node, whose children are of the level below.
  struct Node {};
  using Pointer = std::shared_ptr<const Node>;
  struct Leaf : Node {
    BlockClock clock;
  };
  struct Inner : Node {
    std::array<Pointer, 1u << bits> children;
  };

  static const BlockClock& clock_of(const Pointer& leaf) {
    return static_cast<const Leaf&>(*leaf).clock;
  }
  static const Pointer& child(const Node& inner, std::size_t i) {
    return static_cast<const Inner&>(inner).children[i];
  }

  static Pointer above(Pointer node, std::size_t i);  // an inner node with that child
  static Pointer joined(const Pointer& one, const Pointer& other, unsigned level);
  void grow(unsigned level);

  Pointer root_;
  unsigned level_ = 0;  // of the root
};

}  // namespace hip_cpu::check
