#include "hip_cpu/check/requests/path.hpp"

#include <algorithm>
#include <utility>

namespace hip_cpu::check {

void Path::begin(unsigned width, IterationKey chain) {
  width_ = width;
  chain_ = chain;
  is_forked_ = false;
  steps_.clear();
  forks_.assign(1, {});
  rows_.clear();
  addresses_.clear();
  used_slots_ = 0;
  ++generation_;
  append_end();
}

void Path::begin_again() { std::fill(addresses_.begin(), addresses_.end(), untouched); }

void Path::cut(Position at) {
  rows_.resize(steps_[at].row);
  addresses_.resize(rows_.size() * width_);
  steps_.resize(at);
  append_end();
}

void Path::append(const Event& event) {
  steps_.back().event = event;
  if (event.is_access()) {
    rows_.push_back({event, no_site});
    addresses_.resize(rows_.size() * width_, untouched);
  }
  append_end();
}

Path::Position Path::append_end() {
  steps_.push_back({{}, static_cast<std::uint32_t>(rows_.size()), 0});
  return static_cast<Position>(steps_.size() - 1);
}

Path::Position Path::forked(Position at, const Event& event, unsigned lane) {
  for (std::uint32_t i = steps_[at].fork; i != 0; i = forks_[i].next) {
    const Position to = forks_[i].to;
    if (steps_[to].event == event && !has_part(to, lane)) return to;
  }
  return nowhere;
}

void Path::fork(Position at, Position to) {
  forks_.push_back({to, steps_[at].fork});
  steps_[at].fork = static_cast<std::uint32_t>(forks_.size() - 1);
}

const Path::Slot* Path::slot_of(IterationKey key) const {
  if (used_slots_ == 0) return nullptr;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = key & mask; slots_[i].generation == generation_; i = (i + 1) & mask)
    if (slots_[i].key == key) return &slots_[i];
  return nullptr;
}

Path::Position Path::find(IterationKey& key, unsigned lane) {
  while (const Slot* slot = slot_of(key)) {
    if (!has_part(slot->step, lane)) return slot->step;
    key = mix(key, 1);
  }
  return nowhere;
}

void Path::insert(IterationKey key, Position step) {
  if (slots_.size() < 2 * (used_slots_ + 1)) grow();
  ++used_slots_;
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = key & mask;
  while (slots_[i].generation == generation_) i = (i + 1) & mask;
  slots_[i] = {key, step, generation_};
}

void Path::grow() {
  const std::vector<Slot> old = std::exchange(slots_, {});
  slots_.resize(std::max<std::size_t>(64, 2 * old.size()));
  used_slots_ = 0;
  for (const Slot& slot : old)
    if (slot.generation == generation_) insert(slot.key, slot.step);
}

}  // namespace hip_cpu::check
