#include "requests.hpp"

#include <algorithm>

namespace hip_cpu::check {

void Requests::begin_block(unsigned thread_count, unsigned width) {
  width_ = width;
  thread_count_ = thread_count;
  const unsigned warp_count = (thread_count + width - 1) / width;
  if (threads_.size() < thread_count) threads_.resize(thread_count);
  if (warps_.size() < warp_count) warps_.resize(warp_count);
  for (unsigned warp = 0; warp < warp_count; ++warp) {
    clear(warp);  // of a launch that was broken off
    warps_[warp].running = std::min(width, thread_count - warp * width);
  }
}

void Requests::arrive(unsigned thread) {
  if (--warps_[thread / width_].running == 0) hand_over(thread / width_);
}

void Requests::end_block() {
  for (unsigned warp = 0; warp * width_ < thread_count_; ++warp) hand_over(warp);
}

std::size_t Requests::find(const Warp& warp, IterationKey& key, std::uint64_t bit) const {
  if (warp.slots.empty()) return none;
  const std::size_t mask = warp.slots.size() - 1;
  for (std::size_t i = key & mask; warp.slots[i].generation == warp.generation;
       i = (i + 1) & mask) {
    if (warp.slots[i].key != key) continue;
    if ((warp.heads[warp.slots[i].index].lanes & bit) == 0) return warp.slots[i].index;
    key = mix(key, 1);
    i = (key - 1) & mask;
  }
  return none;
}

void Requests::insert(Warp& warp, IterationKey key, std::size_t index) {
  const std::size_t mask = warp.slots.size() - 1;
  std::size_t i = key & mask;
  while (warp.slots[i].generation == warp.generation) i = (i + 1) & mask;
  warp.slots[i] = {key, static_cast<std::uint32_t>(index), warp.generation};
}

std::size_t Requests::append(unsigned number, const Head& head) {
  Warp& warp = warps_[number];
  if (warp.heads.size() == most_pending) hand_over(number);
  warp.heads.push_back(head);
  warp.addresses.resize(warp.heads.size() * width_);
  if (warp.slots.size() < 2 * warp.heads.size()) {
    warp.slots.assign(std::max<std::size_t>(64, 2 * warp.slots.size()), {});
    warp.generation = 1;
    for (std::size_t i = 0; i < warp.heads.size(); ++i) insert(warp, warp.heads[i].key, i);
  } else {
    insert(warp, head.key, warp.heads.size() - 1);
  }
  return warp.heads.size() - 1;
}

void Requests::hand_over(unsigned number) {
  Warp& warp = warps_[number];
  const unsigned first = number * width_;
  for (std::size_t i = 0; i < warp.heads.size(); ++i) {
    const Head& head = warp.heads[i];
    sink_.take({head.site, static_cast<hip_cpu_access>(head.access), head.shared != 0, head.bytes,
                first, width_, head.lanes, &warp.addresses[i * width_]});
  }
  clear(number);
}

void Requests::clear(unsigned number) {
  Warp& warp = warps_[number];
  const unsigned first = number * width_;
  warp.heads.clear();
  warp.addresses.clear();
  ++warp.generation;
  for (unsigned thread = first; thread < std::min(first + width_, thread_count_); ++thread)
    threads_[thread].next = 0;
}

}  // namespace hip_cpu::check
