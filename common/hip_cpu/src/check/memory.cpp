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

// Those of a region, and of an access by one instruction that begins at its end.
constexpr std::size_t states_bytes(std::size_t bytes) { return bytes + 16; }
constexpr std::size_t cells_bytes(std::size_t bytes) {
  return states_bytes(bytes) / Region::word * sizeof(Cell);
}
constexpr std::size_t packed_bytes(std::size_t bytes) {
  return states_bytes(bytes) / Region::word * (Region::word - 1) * sizeof(PackedCell);
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

Cell PackedCell::load() const {
  const auto access = [&](unsigned i) {
    const unsigned thread = threads_ >> i * Access::thread_bits & (max_threads_per_block - 1);
    return Access(times_[i], thread, sites_[i], i == 2 && threads_ >> 31 != 0);
  };
  return {{access(0), access(1)}, access(2)};
}

void PackedCell::store(const Cell& cell) {
  threads_ = std::uint32_t{cell.write.atomic()} << 31;
  const auto keep = [&](unsigned i, const Access& access) {
    times_[i] = access.time();
    sites_[i] = access.site() <= 0xffff ? static_cast<std::uint16_t>(access.site()) : 0;
    threads_ |= access.thread() << i * Access::thread_bits;
  };
  keep(0, cell.reads[0]);
  keep(1, cell.reads[1]);
  keep(2, cell.write);
}

Region::Region(std::uintptr_t begin, std::size_t bytes, bool shared) : shared_(shared) {
  records_.begin = begin / word * word;
  records_.bytes = bytes + begin % word;
  records_.states = static_cast<std::uint8_t*>(reserve(states_bytes(this->bytes())));
  records_.cells = static_cast<Cell*>(reserve(cells_bytes(this->bytes())));
  packed_ = static_cast<PackedCell*>(reserve(packed_bytes(this->bytes())));
}

Region::~Region() {
  munmap(records_.states, states_bytes(bytes()));
  munmap(records_.cells, cells_bytes(bytes()));
  munmap(packed_, packed_bytes(bytes()));
}

State Region::state(std::uintptr_t address, std::size_t bytes) const {
  if (bytes > this->bytes() - (address - begin())) return outside;
  State least = written;
  for (std::size_t i = 0; i < bytes; ++i) least = std::min(least, state(address + i));
  return least;
}

// Words become whole again: their first bytes' cells tell of the past, as all of them do.
void Region::set_state(std::uintptr_t address, std::size_t bytes, State state) {
  std::memset(at(address), state, bytes);
}

void Region::mark_written(std::uintptr_t address, std::size_t bytes) {
  std::uint8_t* const first = at(address);
  for (std::size_t i = 0; i < bytes; ++i) first[i] = (first[i] & split_mark) | written;
}

// Word by word, because a value that was written may have a byte like the poison's.
bool Region::is_written(std::uintptr_t address) {
  if (state(address) != unwritten) return state(address) == written;
  const std::uintptr_t first = address - (address - begin()) % word;
  bool changed = false;
  for (std::uintptr_t at = first; at < first + word; ++at)
    changed |= state(at) == unwritten && *reinterpret_cast<const std::uint8_t*>(at) != poison;
  if (!changed) return false;
  for (std::uintptr_t at = first; at < first + word; ++at)
    if (state(at) == unwritten) mark_written(at, 1);
  return true;
}

void Region::split(std::uintptr_t address) {
  const std::uintptr_t first = address - (address - begin()) % word;
  for (unsigned i = 1; i < word; ++i) packed_cell(first + i).store(cell(first));
  *at(first) |= split_mark;
}

Access Region::last_write(std::uintptr_t address) {
  if (!is_split(address) || (address - begin()) % word == 0) return cell(address).write;
  return packed_cell(address).load().write;
}

std::size_t Region::footprint(std::size_t bytes) const {
  std::size_t split = 0;
  for (std::size_t first = 0; first < bytes; first += word) split += *at(begin() + first) >> 7;
  return bytes + bytes / word * sizeof(Cell) + split * packed_in_word * sizeof(PackedCell);
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

std::size_t GlobalMemory::live_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [begin, array] : arrays_)
    if (!array.freed) bytes += array.bytes;
  return bytes;
}

void GlobalMemory::describe(const void* pointer, std::size_t bytes, const char* name, bool output) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const auto after = arrays_.upper_bound(begin);
  if (after == arrays_.begin()) return;
  Array& allocation = std::prev(after)->second;
  if (begin - allocation.begin > allocation.bytes ||
      bytes > allocation.bytes - (begin - allocation.begin))
    return;
  region_->set_state(allocation.begin, begin - allocation.begin, outside);
  region_->set_state(begin + bytes, allocation.begin + allocation.bytes - begin - bytes, outside);
  if (output) {
    region_->set_state(begin, bytes, unwritten);
    std::memset(reinterpret_cast<void*>(begin), poison, bytes);
  }
  // The key stays the allocation's begin, by which it is freed.
  allocation = {name, begin, bytes, false, output, false};
}

void GlobalMemory::write(const void* to, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(to);
  if (!region_->contains(begin)) return;
  for (std::size_t i = 0; i < bytes; ++i)
    if (region_->state(begin + i) == unwritten) region_->mark_written(begin + i, 1);
}

void GlobalMemory::copy(const void* to, const void* from, std::size_t bytes) {
  const auto source = reinterpret_cast<std::uintptr_t>(from);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  if (!region_->contains(target) || !region_->contains(source)) return write(to, bytes);
  std::vector<State> states(bytes);
  for (std::size_t i = 0; i < bytes; ++i) states[i] = region_->state(source + i);
  for (std::size_t i = 0; i < bytes; ++i)
    if (region_->state(target + i) != outside) region_->set_state(target + i, 1, states[i]);
}

}  // namespace hip_cpu::check
