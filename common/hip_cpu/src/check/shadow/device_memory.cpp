#include "hip_cpu/check/shadow/device_memory.hpp"

#include <cstring>
#include <iterator>
#include <vector>

namespace hip_cpu::check {
namespace {

constexpr std::size_t device_bytes = std::size_t{4} << 30;

// Between two allocations lie at least `gap` bytes that belong to neither.
constexpr std::size_t gap = 4096, alignment = 256;

}  // namespace

DeviceMemory::DeviceMemory() {
  const auto begin = reinterpret_cast<std::uintptr_t>(reserve(device_bytes));
  shadow_ = std::make_unique<ShadowMemory>(begin, device_bytes, false);
  next_ = begin;
}

void* DeviceMemory::allocate(std::size_t bytes) {
  const std::uintptr_t begin = (next_ + gap + alignment - 1) / alignment * alignment;
  const std::uintptr_t end = shadow_->begin() + shadow_->bytes();
  if (begin >= end || bytes > end - begin - gap) return nullptr;
  next_ = begin + bytes;
  arrays_[begin] = {"", begin, bytes, false, false, false};
  shadow_->set_state(begin, bytes, unwritten);
  std::memset(reinterpret_cast<void*>(begin), poison, bytes);
  return reinterpret_cast<void*>(begin);
}

void DeviceMemory::free(const void* pointer) {
  const auto found = arrays_.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (found == arrays_.end()) return;
  Array& array = found->second;
  array.freed = true;
  shadow_->set_state(array.begin, array.bytes, outside);
}

std::size_t DeviceMemory::live_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [begin, array] : arrays_)
    if (!array.freed) bytes += array.bytes;
  return bytes;
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
  allocation = {name, begin, bytes, false, output, false};
}

void DeviceMemory::write(const void* to, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(to);
  if (!shadow_->contains(begin)) return;
  for (std::size_t i = 0; i < bytes; ++i)
    if (shadow_->state(begin + i) == unwritten) shadow_->mark_written(begin + i, 1);
}

void DeviceMemory::copy(const void* to, const void* from, std::size_t bytes) {
  const auto source = reinterpret_cast<std::uintptr_t>(from);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  if (!shadow_->contains(target) || !shadow_->contains(source)) return write(to, bytes);
  std::vector<State> states(bytes);
  for (std::size_t i = 0; i < bytes; ++i) states[i] = shadow_->state(source + i);
  for (std::size_t i = 0; i < bytes; ++i)
    if (shadow_->state(target + i) != outside) shadow_->set_state(target + i, 1, states[i]);
}

}  // namespace hip_cpu::check
