#include "hip_cpu/check/shadow/shadow_memory.hpp"

#include <algorithm>
#include <iterator>

#include "hip_cpu/check/shadow/pages.hpp"

namespace hip_cpu::check {
namespace {

// The number of words of a range, and of an access by one instruction that begins at its end.
constexpr std::size_t words_of(std::size_t bytes) { return (bytes + 16) / ShadowMemory::word; }

constexpr std::size_t cells_bytes(std::size_t words) {
  return words * ShadowMemory::word * sizeof(ShadowCell);  // each byte may have one
}

}  // namespace

const Array* nearest(const Arrays& arrays, std::uintptr_t address) {
  const auto after = arrays.upper_bound(address);
  if (after == arrays.begin()) return arrays.empty() ? nullptr : &after->second;
  const Array& before = std::prev(after)->second;
  if (before.contains(address) || after == arrays.end()) return &before;
  const std::uintptr_t past = address - std::min(address, before.begin + before.bytes);
  return after->second.begin - address < past ? &after->second : &before;
}

ShadowMemory::Columns::Columns(std::size_t words, const ByteStates& states)
    : first(words, EpochColumn::Past::is_forgotten, states),
      second(words, EpochColumn::Past::is_forgotten, states),
      write(words, EpochColumn::Past::is_known, states) {}

ShadowMemory::ShadowMemory(std::uintptr_t begin, std::size_t bytes, bool shared)
    : begin_(begin / word * word),
      bytes_(bytes + begin % word),
      words_(words_of(bytes_)),
      states_(bytes_) {
  if (shared) {
    cells_ = static_cast<ShadowCell*>(reserve(cells_bytes(words_)));
  } else {
    columns_.emplace(words_, states_);
  }
}

ShadowMemory::~ShadowMemory() {
  if (cells_) unreserve(cells_, cells_bytes(words_));
}

State ShadowMemory::state(std::uintptr_t address, std::size_t bytes) const {
  if (bytes > this->bytes() - (address - begin())) return outside;
  State least = arriving;
  for (std::size_t i = 0; i < bytes; ++i) least = std::min(least, state(address + i));
  return least;
}

// A word at an edge may be another array's as well.
void ShadowMemory::forget(std::uintptr_t address, std::size_t bytes) {
  const std::size_t first = number_of(address + word - 1), end = number_of(address + bytes);
  if (first >= end || !columns_) return;
  for (EpochColumn* column : {&columns_->first, &columns_->second, &columns_->write})
    column->forget(first, end - first);
}

void ShadowMemory::begin_launch(Time past, bool is_all, const Arrays& arrays) {
  constexpr std::size_t many = std::size_t{1} << 18;  // lines: of 16 MiB, for one of the columns
  EpochColumn* const columns[] = {&columns_->first, &columns_->second, &columns_->write};
  std::size_t used = 0;
  for (EpochColumn* column : columns) {
    column->set_past(past);
    used += column->lines_used();
  }
  histories_.clear();
  if (!is_all || used - lines_used_ < many) return;
  lines_used_ = used;
  for (const auto& [begin, array] : arrays)
    if (!array.freed && contains(array.begin))
      for (EpochColumn* column : columns)
        column->collapse(number_of(array.begin), array.bytes / word);
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

void ShadowMemory::split(std::size_t number) {
  if (cells_) {
    for (unsigned byte = 1; byte < word; ++byte) cells_[byte * words_ + number] = cells_[number];
  } else {
    for (EpochColumn* column : {&columns_->first, &columns_->second, &columns_->write})
      column->split(number);
  }
  if (!load(number, 0).reads[1].is_history()) return;
  for (unsigned byte = 1; byte < word; ++byte)
    visit_cell(number, byte,
               [this](ShadowCell& cell) { cell.reads[1] = copy_of_history(cell.reads[1]); });
}

Epoch ShadowMemory::copy_of_history(const Epoch& original) {
  if (!histories_.has_room()) return {};
  const std::uint32_t number = histories_.make();
  histories_[number] = histories_[original.history_number()];
  return Epoch::history(original.time(), number);
}

Epoch ShadowMemory::last_write(std::uintptr_t address) const {
  if (cells_) return cell(address).write;
  const std::size_t number = number_of(address);
  return columns_->write.load(number, states_.is_split(number) ? byte_of(address) : 0);
}

std::size_t ShadowMemory::footprint(std::size_t bytes) const {
  const std::size_t words = bytes / word;
  if (!cells_)
    return words + columns_->first.footprint(words) + columns_->second.footprint(words) +
           columns_->write.footprint(words);
  std::size_t split = 0;
  for (std::size_t number = 0; number < words; ++number) split += states_.is_split(number);
  return words + (words + split * (word - 1)) * sizeof(ShadowCell);
}

}  // namespace hip_cpu::check
