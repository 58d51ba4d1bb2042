#include "hip_cpu/check/shadow/epoch_column.hpp"

#include <algorithm>

#include "hip_cpu/check/shadow/pages.hpp"

namespace hip_cpu::check {
namespace {

constexpr std::size_t byte_count = ByteStates::word;

std::size_t whole_lines(std::size_t words) {
  return (words + EpochColumn::line - 1) / EpochColumn::line * EpochColumn::line;
}

}  // namespace

EpochColumn::EpochColumn(std::size_t words, Past past, const ByteStates& states)
    : words_(whole_lines(words)),
      past_is_(past),
      states_(states),
      lines_(static_cast<Line*>(reserve(words_ / line * sizeof(Line)))),
      lows_(static_cast<std::uint32_t*>(reserve(words_ * byte_count * sizeof(*lows_)))),
      own_times_(static_cast<Time*>(reserve_sparse(words_ * byte_count * sizeof(Time)))) {}

EpochColumn::~EpochColumn() {
  unreserve(lines_, words_ / line * sizeof(Line));
  unreserve(lows_, words_ * byte_count * sizeof(*lows_));
  unreserve(own_times_, words_ * byte_count * sizeof(Time));
}

bool EpochColumn::holds_value(std::size_t word, unsigned byte) const {
  const std::uint32_t low = lows_[byte * words_ + word];
  return low != 0 && low != low_of_the_past;
}

bool EpochColumn::other_bytes_hold_value(std::size_t word, unsigned byte) const {
  for (unsigned other = 0; other < bytes_of(word); ++other)
    if (other != byte && holds_value(word, other)) return true;
  return false;
}

// Whether any word of the line but one has a value at that of its times.
bool EpochColumn::is_used(std::size_t first, unsigned slot, std::size_t except) const {
  const std::uint32_t chosen = lines_[first / line].chosen;
  for (std::size_t word = first; word < first + line; ++word) {
    if ((chosen >> word % line & 1) != slot || word == except) continue;
    for (unsigned byte = 0; byte < bytes_of(word); ++byte)
      if (holds_value(word, byte)) return true;
  }
  return false;
}

// What a struct's padding is may be known from writes of earlier launches around it (padding.hpp).
bool EpochColumn::may_drop(std::size_t first) const {
  constexpr std::size_t around = 4;
  if (past_is_ == Past::is_forgotten) return true;
  const std::size_t begin = first - std::min(first, around);
  return states_.are_written(begin, first + line + around - begin);
}

// The words of the line that have the time, which is of the past, need it no more. False: they do.
bool EpochColumn::drop(std::size_t first, unsigned slot) {
  const Line& there = lines_[first / line];
  const bool all = there.times[slot] == collapsed;
  if (!all && !may_drop(first)) return false;
  for (std::size_t word = first; word < first + line; ++word) {
    if ((there.chosen >> word % line & 1) != slot) continue;
    for (unsigned byte = 0; byte < bytes_of(word); ++byte) {
      std::uint32_t& low = lows_[byte * words_ + word];
      if (!all && low == 0) continue;
      release(low, past_is_ == Past::is_known ? low_of_the_past : 0);
    }
  }
  return true;
}

// Each word of the line gets its own time.
void EpochColumn::mix(std::size_t first) {
  Line& there = lines_[first / line];
  for (std::size_t word = first; word < first + line; ++word)
    for (unsigned byte = 0; byte < bytes_of(word); ++byte)
      release(own_times_[byte * words_ + word], there.times[there.chosen >> word % line & 1]);
  const Time latest = std::max(there.times[0], there.times[1]);
  release(there.times[0], mixed);
  release(there.chosen, std::uint32_t{0});
  release(there.times[1], latest);
}

// Makes the time that of the word. The word has no access until that is done, and until the caller
// has stored it; so has every other word whose time becomes another one.
void EpochColumn::make_room(std::size_t word, unsigned byte, Time time) {
  const std::size_t first = word / line * line;
  const std::uint32_t bit = 1u << word % line;
  Line& there = lines_[word / line];
  if (there.times[0] == mixed && there.times[1] < past_ && drop(first, 0)) {
    release(there.times[1], Time{0});
    release(there.times[0], Time{0});
  }
  std::uint32_t& low = lows_[byte * words_ + word];
  if (there.times[0] != mixed) {
    if (there.times[0] == 0 && there.times[1] == 0) used_.fetch_add(1, std::memory_order_relaxed);
    for (unsigned slot = 0; slot < 2; ++slot)
      if (there.times[slot] != 0 && there.times[slot] < past_ && drop(first, slot))
        release(there.times[slot], Time{0});
    const unsigned mine = there.chosen >> word % line & 1, other = 1 - mine;
    const bool may_change = !other_bytes_hold_value(word, byte);
    if (may_change && there.times[other] != time && !is_used(first, mine, word)) {
      release(low, 0u);
      return release(there.times[mine], time);
    }
    if (may_change && (there.times[other] == time || !is_used(first, other, word))) {
      release(low, 0u);
      release(there.times[other], time);
      return release(there.chosen, there.chosen ^ bit);
    }
    mix(first);
  }
  release(low, 0u);
  release(own_times_[byte * words_ + word], time);
  release(there.times[1], std::max(there.times[1], time));
}

// What is there already is not written: untouched pages take no memory.
void EpochColumn::split(std::size_t word) {
  const std::uint32_t low = lows_[word];
  const bool has_own_times = lines_[word / line].times[0] == mixed;
  for (unsigned byte = 1; byte < byte_count; ++byte) {
    if (lows_[byte * words_ + word] == low && !has_own_times) continue;
    release(lows_[byte * words_ + word], 0u);
    if (has_own_times) release(own_times_[byte * words_ + word], own_times_[word]);
    release(lows_[byte * words_ + word], low);
  }
}

void EpochColumn::forget(std::size_t first, std::size_t count) {
  const std::size_t begin = (first + line - 1) / line, end = (first + count) / line;
  if (begin >= end) return;
  give_back(lines_ + begin, (end - begin) * sizeof(Line));
  for (unsigned byte = 0; byte < byte_count; ++byte) {
    const std::size_t at = byte * words_ + begin * line;
    give_back(lows_ + at, (end - begin) * line * sizeof(*lows_));
    give_back(own_times_ + at, (end - begin) * line * sizeof(Time));
  }
}

void EpochColumn::collapse(std::size_t first, std::size_t count) {
  if (past_is_ == Past::is_forgotten) return forget(first, count);
  constexpr std::size_t page = 1024;  // words, of which a page holds one half of an epoch
  const auto collapse_pages = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin / line; at < end / line; ++at) {
      Line& there = lines_[at];
      if (there.times[0] != 0 || there.times[1] != 0) there = {{collapsed, 0}, 0};
    }
    for (unsigned byte = 0; byte < byte_count; ++byte) {
      give_back(lows_ + byte * words_ + begin, (end - begin) * sizeof(*lows_));
      give_back(own_times_ + byte * words_ + begin, (end - begin) * sizeof(Time));
    }
  };
  const std::size_t last = (first + count) / page * page;
  std::size_t begin = (first + page - 1) / page * page;
  for (std::size_t at = begin; at < last; at += page) {
    if (states_.are_written(at - std::min(at, line), page + 2 * line)) continue;
    if (begin < at) collapse_pages(begin, at);
    begin = at + page;
  }
  if (begin < last) collapse_pages(begin, last);
}

std::size_t EpochColumn::footprint(std::size_t words) const {
  std::size_t bytes = 0;
  for (std::size_t first = 0; first < words; first += line) {
    const Line& there = lines_[first / line];
    if (there.times[0] == 0 && there.times[1] == 0) continue;
    bytes += sizeof(Line);
    if (there.times[0] == collapsed) continue;
    std::size_t epochs = 0;
    for (std::size_t word = first; word < first + line; ++word) epochs += bytes_of(word);
    bytes += epochs * (there.times[0] == mixed ? 2 : 1) * sizeof(*lows_);
  }
  return bytes;
}

}  // namespace hip_cpu::check
