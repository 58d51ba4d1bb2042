#include "hip_cpu/check/shadow/shadow_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace hip_cpu::check {
namespace {

// Of a range, and of an access by one instruction that begins at its end.
constexpr std::size_t states_bytes(std::size_t bytes) { return bytes + 16; }
constexpr std::size_t cells_bytes(std::size_t bytes) {
  return states_bytes(bytes) / ShadowMemory::word * sizeof(ShadowCell);
}
constexpr std::size_t packed_bytes(std::size_t bytes) {
  return states_bytes(bytes) / ShadowMemory::word * (ShadowMemory::word - 1) *
         sizeof(PackedShadowCell);
}

}  // namespace

void* reserve(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void give_back(void* begin, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + page - 1) / page * page;
  const std::uintptr_t end = (address + bytes) / page * page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

const Array* nearest(const Arrays& arrays, std::uintptr_t address) {
  const auto after = arrays.upper_bound(address);
  if (after == arrays.begin()) return arrays.empty() ? nullptr : &after->second;
  const Array& before = std::prev(after)->second;
  if (before.contains(address) || after == arrays.end()) return &before;
  const std::uintptr_t past = address - std::min(address, before.begin + before.bytes);
  return after->second.begin - address < past ? &after->second : &before;
}

ShadowCell PackedShadowCell::load() const {
  const auto thread = [&](unsigned i) {
    return threads_ >> i * Epoch::thread_bits & (max_threads_per_block - 1);
  };
  const auto access = [&](unsigned i) {
    return Epoch(times_[i], thread(i), sites_[i], i == 2 && threads_ >> 31 != 0);
  };
  const bool has_history = (threads_ >> 30 & 1) != 0;
  return {
      {access(0), has_history ? Epoch::history(times_[1], thread(1) << 16 | sites_[1]) : access(1)},
      access(2)};
}

void PackedShadowCell::store(const ShadowCell& cell) {
  static_assert(AccessHistories::most <= 1u << (16 + Epoch::thread_bits));
  threads_ = std::uint32_t{cell.write.atomic()} << 31;
  const auto keep = [&](unsigned i, Time time, std::uint32_t site, std::uint32_t thread) {
    times_[i] = time;
    sites_[i] = static_cast<std::uint16_t>(site);
    threads_ |= thread << i * Epoch::thread_bits;
  };
  const auto keep_access = [&](unsigned i, const Epoch& access) {
    keep(i, access.time(), access.site() <= 0xffff ? access.site() : 0, access.thread());
  };
  keep_access(0, cell.reads[0]);
  keep_access(2, cell.write);
  const Epoch& second = cell.reads[1];
  if (!second.is_history()) return keep_access(1, second);
  threads_ |= 1u << 30;
  keep(1, second.time(), second.history_number() & 0xffff, second.history_number() >> 16);
}

ShadowMemory::ShadowMemory(std::uintptr_t begin, std::size_t bytes, bool shared) : shared_(shared) {
  tables_.begin = begin / word * word;
  tables_.bytes = bytes + begin % word;
  tables_.states = static_cast<std::uint8_t*>(reserve(states_bytes(this->bytes())));
  tables_.cells = static_cast<ShadowCell*>(reserve(cells_bytes(this->bytes())));
  packed_ = static_cast<PackedShadowCell*>(reserve(packed_bytes(this->bytes())));
}

ShadowMemory::~ShadowMemory() {
  munmap(tables_.states, states_bytes(bytes()));
  munmap(tables_.cells, cells_bytes(bytes()));
  munmap(packed_, packed_bytes(bytes()));
}

State ShadowMemory::state(std::uintptr_t address, std::size_t bytes) const {
  if (bytes > this->bytes() - (address - begin())) return outside;
  State least = arriving;
  for (std::size_t i = 0; i < bytes; ++i) least = std::min(least, state(address + i));
  return least;
}

// Split words become whole again: the cell of their first byte holds epochs of the past, as all do.
void ShadowMemory::set_state(std::uintptr_t address, std::size_t bytes, State state) {
  std::memset(at(address), state, bytes);
}

// A word at an edge may be another array's as well.
void ShadowMemory::forget(std::uintptr_t address, std::size_t bytes) {
  const std::size_t first = (address - begin() + word - 1) / word;
  const std::size_t end = (address - begin() + bytes) / word;
  if (first >= end) return;
  give_back(tables_.cells + first, (end - first) * sizeof(ShadowCell));
  give_back(packed_ + first * packed_in_word,
            (end - first) * packed_in_word * sizeof(PackedShadowCell));
}

void ShadowMemory::get_states(std::uintptr_t address, std::vector<std::uint8_t>& states) const {
  const std::uint8_t* const first = at(address);
  for (std::size_t i = 0; i < states.size(); ++i) states[i] = first[i] & ~split_mark & 0xff;
}

void ShadowMemory::set_states(std::uintptr_t address, const std::vector<std::uint8_t>& states) {
  if (!states.empty()) std::memcpy(at(address), states.data(), states.size());
}

void ShadowMemory::mark(std::uintptr_t address, std::size_t bytes, State state) {
  std::uint8_t* const first = at(address);
  for (std::size_t i = 0; i < bytes; ++i)
    first[i] = static_cast<std::uint8_t>((first[i] & split_mark) | state);
}

// Word by word, because a value that was written may have a byte like the poison's.
bool ShadowMemory::is_written(std::uintptr_t address) {
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

void ShadowMemory::split(std::uintptr_t address) {
  const std::uintptr_t first = address - (address - begin()) % word;
  for (unsigned i = 1; i < word; ++i) {
    ShadowCell own = cell(first);
    if (own.reads[1].is_history()) own.reads[1] = copy_of_history(own.reads[1]);
    packed_cell(first + i).store(own);
  }
  *at(first) |= split_mark;
}

Epoch ShadowMemory::copy_of_history(const Epoch& original) {
  if (!histories_.has_room()) return {};
  const std::uint32_t number = histories_.make();
  histories_[number] = histories_[original.history_number()];
  return Epoch::history(original.time(), number);
}

Epoch ShadowMemory::last_write(std::uintptr_t address) {
  if (!is_split(address) || (address - begin()) % word == 0) return cell(address).write;
  return packed_cell(address).load().write;
}

std::size_t ShadowMemory::footprint(std::size_t bytes) const {
  std::size_t split = 0;
  for (std::size_t first = 0; first < bytes; first += word) split += *at(begin() + first) >> 7;
  return bytes + bytes / word * sizeof(ShadowCell) +
         split * packed_in_word * sizeof(PackedShadowCell);
}

}  // namespace hip_cpu::check
