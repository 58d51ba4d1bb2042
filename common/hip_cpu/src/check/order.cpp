#include "order.hpp"

#include <algorithm>
#include <cstring>

namespace hip_cpu::check {

namespace {

template <typename Times>
void add_later(Times& to, const Times& from) {
  for (const auto& [key, time] : from) {
    Time& known = to[key];
    known = std::max(known, time);
  }
}

template <typename Times, typename Key>
bool is_before(const Times& times, Key key, Time time) {
  const auto found = times.find(key);
  return found != times.end() && time < found->second;
}

}  // namespace

void BlockKnowledge::add(const BlockKnowledge& other) {
  all = std::max(all, other.all);
  add_later(threads, other.threads);
  add_later(flags, other.flags);
}

void Knowledge::add(Time block_begin, const Shared& known) {
  Shared& mine = blocks_[block_begin];
  if (!mine) {
    mine = known;
  } else if (mine != known) {
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
  return access.is_before(block.all) || is_before(block.threads, access.thread(), access.time()) ||
         (access.atomic() && is_before(block.flags, address, access.time()));
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
