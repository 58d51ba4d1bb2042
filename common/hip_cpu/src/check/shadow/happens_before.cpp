#include "hip_cpu/check/shadow/happens_before.hpp"

#include <algorithm>
#include <cstring>
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

// Mostly one of the two clocks covers the other; it is then shared, not copied.
void VectorClock::join(Time block_begin, const Shared& clock) {
  Shared& mine = blocks_[block_begin];
  if (mine == clock || (mine && mine->covers(*clock))) return;
  if (!mine || clock->covers(*mine)) {
    mine = clock;
  } else {
    BlockClock both = *mine;
    both.join(*clock);
    mine = std::make_shared<BlockClock>(std::move(both));
  }
}

void VectorClock::join(Time block_begin, const BlockClock& clock) {
  join(block_begin, std::make_shared<BlockClock>(clock));
}

void VectorClock::join(const VectorClock& other) {
  for (const auto& [begin, clock] : other.blocks_) join(begin, clock);
}

bool VectorClock::covers(const Epoch& access, std::uintptr_t address) const {
  const auto after = blocks_.upper_bound(access.time());
  if (after == blocks_.begin()) return false;
  const BlockClock& block = *std::prev(after)->second;
  return access.is_before(block.all) || block.threads.covers(access.thread(), access.time()) ||
         (access.atomic() && block.flags.covers(address, access.time()));
}

void WarpClocks::meet(std::uint64_t mask, Time now) {
  if (!used_) std::memset(clocks_, 0, sizeof clocks_);
  used_ = true;
  Time joined[64] = {};
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (!(mask >> lane & 1)) continue;
    for (unsigned other = 0; other < 64; ++other)
      joined[other] = std::max(joined[other], clocks_[lane][other]);
    joined[lane] = now;
  }
  for (unsigned lane = 0; lane < 64; ++lane)
    if (mask >> lane & 1) std::memcpy(clocks_[lane], joined, sizeof joined);
}

}  // namespace hip_cpu::check
