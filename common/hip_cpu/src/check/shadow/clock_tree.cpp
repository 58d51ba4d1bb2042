#include "hip_cpu/check/shadow/clock_tree.hpp"

#include <algorithm>
#include <iterator>

namespace hip_cpu::check {

template <typename Key>
void SparseClock<Key>::add(Key key, Time time) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), std::pair{key, Time{}});
  if (place != entries_.end() && place->first == key)
    place->second = std::max(place->second, time);
  else
    entries_.insert(place, {key, time});
}

template <typename Key>
void SparseClock<Key>::join(const SparseClock& other) {
  if (other.empty()) return;
  std::vector<std::pair<Key, Time>> both;
  both.reserve(size() + other.size());
  std::merge(entries_.begin(), entries_.end(), other.entries_.begin(), other.entries_.end(),
             std::back_inserter(both));
  // The later of two with the same key comes second.
  const auto kept = std::unique(both.rbegin(), both.rend(), [](const auto& later, const auto& one) {
    return later.first == one.first;
  });
  both.erase(both.begin(), kept.base());
  entries_ = std::move(both);
}

template <typename Key>
bool SparseClock<Key>::includes(const SparseClock& other) const {
  auto mine = entries_.begin();
  for (const auto& [key, time] : other.entries_) {
    while (mine != entries_.end() && mine->first < key) ++mine;
    if (mine == entries_.end() || mine->first != key || mine->second < time) return false;
  }
  return true;
}

template <typename Key>
bool SparseClock<Key>::includes(Key key, Time time) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), std::pair{key, Time{}});
  return found != entries_.end() && found->first == key && time < found->second;
}

template class SparseClock<std::uint32_t>;
template class SparseClock<std::uintptr_t>;

void BlockClock::join(const BlockClock& other) {
  all = std::max(all, other.all);
  threads.join(other.threads);
  flags.join(other.flags);
}

bool BlockClock::includes(const BlockClock& other) const {
  return other.all <= all && threads.includes(other.threads) && flags.includes(other.flags);
}

const BlockClock* ClockTree::find(std::uint32_t block) const {
  if (!root_ || std::uint64_t{block} >> bits * level_ != 0) return nullptr;
  const Node* node = root_.get();
  for (unsigned level = level_; level > 0 && node; --level)
    node = child(*node, block >> bits * (level - 1) & ((1u << bits) - 1)).get();
  return node ? &static_cast<const Leaf*>(node)->clock : nullptr;
}

ClockTree::Pointer ClockTree::above(Pointer node, std::size_t i) {
  auto inner = std::make_shared<Inner>();
  inner->children[i] = std::move(node);
  return inner;
}

// The result is one of the two if that one has everything: then nothing is copied.
ClockTree::Pointer ClockTree::joined(const Pointer& one, const Pointer& other, unsigned level) {
  if (one == other || !other) return one;
  if (!one) return other;
  if (level == 0) {
    if (clock_of(one).includes(clock_of(other))) return one;
    if (clock_of(other).includes(clock_of(one))) return other;
    auto both = std::make_shared<Leaf>(static_cast<const Leaf&>(*one));
    both->clock.join(clock_of(other));
    return both;
  }
  auto both = std::make_shared<Inner>();
  bool is_one = true, is_other = true;
  for (std::size_t i = 0; i < both->children.size(); ++i) {
    both->children[i] = joined(child(*one, i), child(*other, i), level - 1);
    is_one &= both->children[i] == child(*one, i);
    is_other &= both->children[i] == child(*other, i);
  }
  if (is_one) return one;
  if (is_other) return other;
  return both;
}

// Puts the root under others, up to this level.
void ClockTree::grow(unsigned level) {
  for (; level_ < level; ++level_) {
    if (root_) root_ = above(std::move(root_), 0);
  }
}

void ClockTree::join(std::uint32_t block, BlockClock clock) {
  ClockTree one;
  auto leaf = std::make_shared<Leaf>();
  leaf->clock = std::move(clock);
  one.root_ = std::move(leaf);
  for (; std::uint64_t{block} >> bits * one.level_ != 0; ++one.level_)
    one.root_ = above(std::move(one.root_), block >> bits * one.level_ & ((1u << bits) - 1));
  join(one);
}

void ClockTree::join(const ClockTree& other) {
  if (!other.root_ || root_ == other.root_) return;
  if (!root_) {
    *this = other;
    return;
  }
  if (level_ >= other.level_) {
    ClockTree same_level = other;
    same_level.grow(level_);
    root_ = joined(root_, same_level.root_, level_);
  } else {
    grow(other.level_);
    root_ = joined(root_, other.root_, level_);
  }
}

}  // namespace hip_cpu::check
