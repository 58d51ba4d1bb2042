#include "memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace hip_cpu::check {
namespace {

// Address space; pages come when they are touched.
void* reserve(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

constexpr std::size_t global_bytes = std::size_t{4} << 30;

// What lies between two allocations and belongs to neither.
constexpr std::size_t gap = 4096, alignment = 256;

}  // namespace

const Array* nearest(const Arrays& arrays, std::uintptr_t address) {
  const auto after = arrays.upper_bound(address);
  if (after == arrays.begin()) return arrays.empty() ? nullptr : &after->second;
  const Array& before = std::prev(after)->second;
  if (before.contains(address) || after == arrays.end()) return &before;
  const std::uintptr_t past = address - std::min(address, before.begin + before.bytes);
  return after->second.begin - address < past ? &after->second : &before;
}

Region::Region(std::uintptr_t begin, std::size_t bytes, bool shared)
    : begin_(begin),
      bytes_(bytes),
      shared_(shared),
      state_(static_cast<State*>(reserve(bytes + word))),
      cells_(static_cast<Cell*>(reserve((bytes / word + 1) * sizeof(Cell)))) {}

Region::~Region() {
  munmap(state_, bytes_ + word);
  munmap(cells_, (bytes_ / word + 1) * sizeof(Cell));
}

void Region::set_state(std::uintptr_t address, std::size_t bytes, State state) {
  std::memset(this->state(address), state, bytes);
}

// Word by word, because a value that was written may have a byte like the poison's.
bool Region::is_written(std::uintptr_t address) {
  if (*state(address) != unwritten) return *state(address) == written;
  const std::uintptr_t first = address - (address - begin_) % word;
  bool changed = false;
  for (std::uintptr_t at = first; at < first + word; ++at)
    changed |= *state(at) == unwritten && *reinterpret_cast<const std::uint8_t*>(at) != poison;
  if (!changed) return false;
  for (std::uintptr_t at = first; at < first + word; ++at)
    if (*state(at) == unwritten) *state(at) = written;
  return true;
}

Cell& Region::byte_cell(std::uintptr_t address) {
  Cell& whole = cell(address);
  if (!is_split(whole)) {
    split_.push_back({whole, whole, whole, whole});
    whole.write = {split_mark, static_cast<Time>(split_.size() - 1), 0, 0};
  }
  return split_[whole.write.time][(address - begin_) % word];
}

const Access& Region::last_write(std::uintptr_t address) {
  Cell& whole = cell(address);
  return is_split(whole) ? byte_cell(address).write : whole.write;
}

GlobalMemory::GlobalMemory() {
  const auto begin = reinterpret_cast<std::uintptr_t>(reserve(global_bytes));
  region_ = std::make_unique<Region>(begin, global_bytes, false);
  next_ = begin;
}

void* GlobalMemory::allocate(std::size_t bytes) {
  const std::uintptr_t begin = (next_ + gap + alignment - 1) / alignment * alignment;
  const std::uintptr_t end = region_->begin() + region_->bytes();
  if (begin >= end || bytes > end - begin - gap) return nullptr;
  next_ = begin + bytes;
  arrays_[begin] = {"", begin, bytes, false, false, false};
  region_->set_state(begin, bytes, unwritten);
  std::memset(reinterpret_cast<void*>(begin), poison, bytes);
  return reinterpret_cast<void*>(begin);
}

void GlobalMemory::free(const void* pointer) {
  const auto found = arrays_.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (found == arrays_.end()) return;
  Array& array = found->second;
  array.freed = true;
  region_->set_state(array.begin, array.bytes, outside);
}

void GlobalMemory::describe(const void* pointer, std::size_t bytes, const char* name, bool output) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const auto after = arrays_.upper_bound(begin);
  if (after == arrays_.begin()) return;
  Array& allocation = std::prev(after)->second;
  if (begin - allocation.begin > allocation.bytes ||
      bytes > allocation.bytes - (begin - allocation.begin))
    return;
  State* first = region_->state(begin);
  region_->set_state(allocation.begin, begin - allocation.begin, outside);
  region_->set_state(begin + bytes, allocation.begin + allocation.bytes - begin - bytes, outside);
  if (output) {
    std::memset(first, unwritten, bytes);
    std::memset(reinterpret_cast<void*>(begin), poison, bytes);
  }
  // The key stays the allocation's begin, by which it is freed.
  allocation = {name, begin, bytes, false, output, false};
}

void GlobalMemory::write(const void* to, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(to);
  if (!region_->contains(begin)) return;
  State* state = region_->state(begin);
  for (std::size_t i = 0; i < bytes; ++i)
    if (state[i] == unwritten) state[i] = written;
}

void GlobalMemory::copy(const void* to, const void* from, std::size_t bytes) {
  const auto source = reinterpret_cast<std::uintptr_t>(from);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  if (!region_->contains(target) || !region_->contains(source)) return write(to, bytes);
  const std::vector<State> state(region_->state(source), region_->state(source) + bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    if (*region_->state(target + i) != outside) *region_->state(target + i) = state[i];
}

}  // namespace hip_cpu::check
