#include "hip_cpu/check/shadow/device_memory.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "hip_cpu/check/shadow/pages.hpp"

namespace hip_cpu::check {
namespace {

// At least `gap` bytes between two allocations belong to neither.
constexpr std::size_t gap = 4096, alignment = 256;

constexpr std::uintptr_t aligned(std::uintptr_t address) {
  return (address + alignment - 1) / alignment * alignment;
}

}  // namespace

DeviceMemory::DeviceMemory(std::size_t range) {
  const auto begin = reinterpret_cast<std::uintptr_t>(reserve(range));
  shadow_ = std::make_unique<ShadowMemory>(begin, range, false);
  next_ = begin;
}

void* DeviceMemory::allocate_in_launch(std::size_t bytes, int device) {
  const std::uintptr_t begin = aligned(next_ + gap);
  const std::uintptr_t end = shadow_->begin() + shadow_->bytes();
  if (begin >= end || bytes > end - begin || end - begin - bytes < gap) return nullptr;
  next_ = begin + bytes;
  return take(begin, bytes, device);
}

void* DeviceMemory::allocate(std::size_t bytes, int device) {
  void* memory = allocate_in_launch(bytes, device);
  if (!memory) memory = take_freed(bytes, device);
  if (memory && device < 0) {
    arrays_[reinterpret_cast<std::uintptr_t>(memory)].is_host_too = true;
    ++host_arrays_;
  }
  return memory;
}

void* DeviceMemory::take(std::uintptr_t begin, std::size_t bytes, int device) {
  arrays_[begin] = {"", begin, bytes, false, false, false, false, device};
  live_bytes_ += bytes;
  shadow_->set_state(begin, bytes, unwritten);
  fill(reinterpret_cast<void*>(begin), bytes, poison);
  return reinterpret_cast<void*>(begin);
}

// The end of the freed allocations after `begin` in which `bytes` find room, or the begin of the
// next live allocation. It goes no further than necessary, because memory that was freed later is
// reused later.
std::uintptr_t DeviceMemory::end_of_freed(std::uintptr_t begin, std::size_t bytes) const {
  auto at = arrays_.find(begin);
  std::uintptr_t end = begin;
  while (end - begin < bytes && at != arrays_.end() && at->second.freed) {
    ++at;
    end = at == arrays_.end() ? next_ : at->first - gap;
  }
  return end;
}

void* DeviceMemory::take_freed(std::size_t bytes, int device) {
  for (std::size_t i = 0; i < freed_.size(); ++i) {
    const std::uintptr_t begin = freed_[i];
    const std::uintptr_t end = end_of_freed(begin, bytes);
    if (end - begin < bytes) continue;
    arrays_.erase(arrays_.find(begin), arrays_.lower_bound(end));
    std::erase_if(freed_, [&](std::uintptr_t other) { return other >= begin && other < end; });
    const std::uintptr_t rest = aligned(begin + bytes + gap);
    if (rest < end) {  // as old as the allocation that it was a part of
      arrays_[rest] = {"", rest, end - rest, false, false, true};
      freed_.push_front(rest);
    }
    return take(begin, bytes, device);
  }
  return nullptr;
}

void DeviceMemory::free(const void* pointer) {
  const auto found = arrays_.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (found == arrays_.end() || found->second.freed) return;
  Array& array = found->second;
  array.freed = true;
  host_arrays_ -= array.is_host_too ? 1 : 0;
  live_bytes_ -= array.bytes;
  freed_.push_back(found->first);
  shadow_->set_state(array.begin, array.bytes, outside);
}

void DeviceMemory::release(const void* pointer) {
  free(pointer);
  const auto found = arrays_.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (found == arrays_.end()) return;
  const Array& array = found->second;
  give_back(reinterpret_cast<void*>(array.begin), array.bytes);
  shadow_->forget(array.begin, array.bytes);
}

void DeviceMemory::describe(const void* pointer, std::size_t bytes, const char* name, bool output) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const auto after = arrays_.upper_bound(begin);
  if (after == arrays_.begin()) return;
  Array& allocation = std::prev(after)->second;
  if (begin - allocation.begin > allocation.bytes ||
      bytes > allocation.bytes - (begin - allocation.begin))
    return;
  shadow_->set_state(allocation.begin, begin - allocation.begin, outside);
  shadow_->set_state(begin + bytes, allocation.begin + allocation.bytes - begin - bytes, outside);
  if (output) {
    shadow_->set_state(begin, bytes, unwritten);
    std::memset(reinterpret_cast<void*>(begin), poison, bytes);
  }
  // The key stays the allocation's begin, by which it is freed.
  live_bytes_ -= allocation.bytes - bytes;
  allocation = {
      name, begin, bytes, false, output, false, false, allocation.device, allocation.is_host_too};
}

void DeviceMemory::write(const void* to, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(to);
  if (!shadow_->contains(begin)) return;
  const std::size_t behind = shadow_->begin() + shadow_->bytes() - begin;
  shadow_->write_unwritten(begin, std::min(bytes, behind));
}

// A part at a time, so that the copy of the states takes no memory to speak of.
void DeviceMemory::copy(const void* to, const void* from, std::size_t bytes) {
  constexpr std::size_t most = 1u << 16;
  const auto source = reinterpret_cast<std::uintptr_t>(from);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  if (!shadow_->contains(target) || !shadow_->contains(source)) return write(to, bytes);
  for (std::size_t done = 0; done < bytes; done += most) {
    const std::size_t part = std::min(most, bytes - done);
    const ByteStates::Saved states = shadow_->save_states(source + done, part);
    for (std::size_t i = 0; i < part; ++i)
      if (shadow_->state(target + done + i) != outside)
        shadow_->set_state(target + done + i, 1, ByteStates::state_in(states, i));
  }
}

}  // namespace hip_cpu::check
