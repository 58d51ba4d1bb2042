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
  // Of two with the same key the later one comes second.
  const auto kept = std::unique(both.rbegin(), both.rend(), [](const auto& later, const auto& one) {
    return later.first == one.first;
  });
  both.erase(both.begin(), kept.base());
  entries_ = std::move(both);
}

template <typename Key>
bool SparseClock<Key>::covers(const SparseClock& other) const {
  auto mine = entries_.begin();
  for (const auto& [key, time] : other.entries_) {
    while (mine != entries_.end() && mine->first < key) ++mine;
    if (mine == entries_.end() || mine->first != key || mine->second < time) return false;
  }
  return true;
}

template <typename Key>
bool SparseClock<Key>::covers(Key key, Time time) const {
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

bool BlockClock::covers(const BlockClock& other) const {
  return other.all <= all && threads.covers(other.threads) && flags.covers(other.flags);
}

const BlockClock* ClockTree::find(std::uint32_t block) const {
  if (!root_ || std::uint64_t{block} >> bits * level_ != 0) return nullptr;
  const Node* node = root_.get();
  for (unsigned level = level_; level > 0 && node; --level)
    node = node->children[block >> bits * (level - 1) & ((1u << bits) - 1)].get();
  return node ? &node->clock : nullptr;
}

// The result is one of the two where that has everything: then nothing is copied.
ClockTree::Pointer ClockTree::joined(const Pointer& one, const Pointer& other, unsigned level) {
  if (one == other || !other) return one;
  if (!one) return other;
  if (level == 0) {
    if (one->clock.covers(other->clock)) return one;
    if (other->clock.covers(one->clock)) return other;
    auto both = std::make_shared<Node>(*one);
    both->clock.join(other->clock);
    return both;
  }
  auto both = std::make_shared<Node>();
  bool is_one = true, is_other = true;
  for (std::size_t i = 0; i < both->children.size(); ++i) {
    both->children[i] = joined(one->children[i], other->children[i], level - 1);
    is_one &= both->children[i] == one->children[i];
    is_other &= both->children[i] == other->children[i];
  }
  return is_one ? one : is_other ? other : both;
}

// Puts the root under others, up to this level.
void ClockTree::grow(unsigned level) {
  for (; level_ < level; ++level_) {
    if (!root_) continue;
    auto above = std::make_shared<Node>();
    above->children[0] = std::move(root_);
    root_ = std::move(above);
  }
}

void ClockTree::join(std::uint32_t block, BlockClock clock) {
  ClockTree one;
  auto leaf = std::make_shared<Node>();
  leaf->clock = std::move(clock);
  one.root_ = std::move(leaf);
  for (; std::uint64_t{block} >> bits * one.level_ != 0; ++one.level_) {
    auto above = std::make_shared<Node>();
    above->children[block >> bits * one.level_ & ((1u << bits) - 1)] = std::move(one.root_);
    one.root_ = std::move(above);
  }
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
