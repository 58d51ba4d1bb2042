#include "hip_cpu/check/shadow/happens_before.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace hip_cpu::check {

template <typename Key>
void Times<Key>::add(Key key, Time time) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), std::pair{key, Time{}});
  if (place != entries_.end() && place->first == key)
    place->second = std::max(place->second, time);
  else
    entries_.insert(place, {key, time});
}

template <typename Key>
void Times<Key>::add(const Times& other) {
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
bool Times<Key>::has(const Times& other) const {
  auto mine = entries_.begin();
  for (const auto& [key, time] : other.entries_) {
    while (mine != entries_.end() && mine->first < key) ++mine;
    if (mine == entries_.end() || mine->first != key || mine->second < time) return false;
  }
  return true;
}

template <typename Key>
bool Times<Key>::is_before(Time time, Key key) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), std::pair{key, Time{}});
  return found != entries_.end() && found->first == key && time < found->second;
}

template class Times<std::uint32_t>;
template class Times<std::uintptr_t>;

void BlockKnowledge::add(const BlockKnowledge& other) {
  all = std::max(all, other.all);
  threads.add(other.threads);
  flags.add(other.flags);
}

bool BlockKnowledge::has(const BlockKnowledge& other) const {
  return other.all <= all && threads.has(other.threads) && flags.has(other.flags);
}

// Most of what is learned is known already, or says all that was known: then it is shared.
void Knowledge::add(Time block_begin, const Shared& known) {
  Shared& mine = blocks_[block_begin];
  if (mine == known || (mine && mine->has(*known))) return;
  if (!mine || known->has(*mine)) {
    mine = known;
  } else {
    BlockKnowledge both = *mine;
    both.add(*known);
    mine = std::make_shared<BlockKnowledge>(std::move(both));
  }
}

void Knowledge::add(Time block_begin, const BlockKnowledge& known) {
  add(block_begin, std::make_shared<BlockKnowledge>(known));
}

void Knowledge::add(const Knowledge& other) {
  for (const auto& [begin, known] : other.blocks_) add(begin, known);
}

bool Knowledge::covers(const Access& access, std::uintptr_t address) const {
  const auto after = blocks_.upper_bound(access.time());
  if (after == blocks_.begin()) return false;
  const BlockKnowledge& block = *std::prev(after)->second;
  return access.is_before(block.all) || block.threads.is_before(access.time(), access.thread()) ||
         (access.atomic() && block.flags.is_before(access.time(), address));
}

void WarpOrder::meet(std::uint64_t mask, Time now) {
  if (!used_) std::memset(known_, 0, sizeof known_);
  used_ = true;
  Time joined[64] = {};
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (!(mask >> lane & 1)) continue;
    for (unsigned other = 0; other < 64; ++other)
      joined[other] = std::max(joined[other], known_[lane][other]);
    joined[lane] = now;
  }
  for (unsigned lane = 0; lane < 64; ++lane)
    if (mask >> lane & 1) std::memcpy(known_[lane], joined, sizeof joined);
}

}  // namespace hip_cpu::check
