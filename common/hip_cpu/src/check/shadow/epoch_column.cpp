#include "hip_cpu/check/shadow/epoch_column.hpp"

#include <algorithm>
#include <bit>

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
      lows_(static_cast<std::uint32_t*>(reserve_sparse(words_ * byte_count * sizeof(*lows_)))),
      own_times_(static_cast<Time*>(reserve_sparse(words_ * byte_count * sizeof(Time)))) {}

EpochColumn::~EpochColumn() {
  unreserve(lines_, words_ / line * sizeof(Line));
  unreserve(lows_, words_ * byte_count * sizeof(*lows_));
  unreserve(own_times_, words_ * byte_count * sizeof(Time));
}

bool EpochColumn::holds_value(std::size_t word, unsigned byte) const {
  const std::uint32_t low = low_at(word, byte);
  return low != 0 && low != low_of_the_past;
}

// The line's note on the past of a split word becomes one of each of its bytes.
void EpochColumn::spread_past(std::size_t word) {
  Line& there = lines_[word / line];
  const auto bit = static_cast<std::uint16_t>(1u << word % line);
  if ((there.past & bit) == 0 || !states_.is_split(word)) return;
  for (unsigned byte = 0; byte < byte_count; ++byte)
    if (lows_[byte * words_ + word] == 0) release(lows_[byte * words_ + word], low_of_the_past);
  release(there.past, static_cast<std::uint16_t>(there.past & ~bit));
}

void EpochColumn::put_low(std::size_t word, unsigned byte, std::uint32_t low) {
  if (low == 0) return take_low(word, byte, false);
  spread_past(word);
  if (byte == 0 && sweep(word, low)) return;
  release(lows_[byte * words_ + word], low);
  if (byte != 0) return;
  Line& there = lines_[word / line];
  const auto others = static_cast<std::uint16_t>(~(1u << word % line));
  release(there.past, static_cast<std::uint16_t>(there.past & others));
  release(there.swept, static_cast<std::uint16_t>(there.swept & others));
}

// The access has given way to none, or to one of the past.
void EpochColumn::take_low(std::size_t word, unsigned byte, bool is_past) {
  spread_past(word);
  Line& there = lines_[word / line];
  const auto bit = static_cast<std::uint16_t>(1u << word % line);
  std::uint32_t& low = lows_[byte * words_ + word];
  if (states_.is_split(word)) {
    release(low, is_past ? low_of_the_past : 0);
  } else {
    release(there.past, static_cast<std::uint16_t>(is_past ? there.past | bit : there.past & ~bit));
    if (low != 0) release(low, std::uint32_t{0});  // untouched pages take no memory
  }
  if (byte == 0) release(there.swept, static_cast<std::uint16_t>(there.swept & ~bit));
}

// Whether these words of the line would have the same lower halves by another shape, and from which
// first ones.
bool EpochColumn::fits(const Line& there, unsigned words, Shape shape,
                       std::uint32_t (&firsts)[2]) const {
  bool is_known[2] = {false, false};
  for (unsigned i = 0; i < line; ++i) {
    if ((words >> i & 1) == 0) continue;
    const unsigned slot = there.chosen >> i & 1;
    const std::uint32_t first = there.firsts[slot] + there.shape.at(i) - shape.at(i);
    if (is_known[slot] && first != firsts[slot]) return false;
    is_known[slot] = true;
    firsts[slot] = first;
  }
  return true;
}

// Makes the lower half the word's, if it continues the lower halves of other words at that time,
// perhaps by another shape than theirs had so far: vectors and doubles are several words by one
// thread.
bool EpochColumn::sweep(std::size_t word, std::uint32_t low) {
  Line& there = lines_[word / line];
  const unsigned i = word % line, slot = there.chosen >> i & 1;
  const auto bit = static_cast<std::uint16_t>(1u << i);
  const unsigned others = there.swept & ~bit;
  const unsigned of_time = others & (slot == 0 ? ~unsigned{there.chosen} : there.chosen);
  std::uint32_t firsts[2] = {there.firsts[0], there.firsts[1]};
  const auto put = [&](Shape shape) {
    const bool is_another = shape.bits != there.shape.bits;
    release(there.swept, static_cast<std::uint16_t>(is_another ? 0 : others));
    if (lows_[word] != 0) release(lows_[word], std::uint32_t{0});  // pages untouched take no memory
    release(there.shape.bits, shape.bits);
    for (unsigned time = 0; time < 2; ++time) release(there.firsts[time], firsts[time]);
    release(there.past, static_cast<std::uint16_t>(there.past & ~bit));
    release(there.swept, static_cast<std::uint16_t>(others | bit));
    return true;
  };
  if (of_time == 0) {
    const Shape shape = others == 0 ? Shape(1, 0) : there.shape;
    firsts[slot] = low - shape.at(i);
    return put(shape);
  }
  if (firsts[slot] + there.shape.at(i) == low) return put(there.shape);

  // A line whose words differ otherwise is tried now and then, not for each of them.
  if (!std::has_single_bit(static_cast<unsigned>(std::popcount(of_time)))) return false;
  const auto j = static_cast<unsigned>(std::countr_zero(of_time));
  const std::uint32_t difference = low - (firsts[slot] + there.shape.at(j));
  if (difference << Epoch::thread_bits != 0) return false;  // not in the thread alone
  const int threads = static_cast<std::int32_t>(difference) >> Epoch::thread_shift;
  for (unsigned shift = 0; shift < 1u << Shape::shift_bits; ++shift) {
    const int steps = static_cast<int>(i >> shift) - static_cast<int>(j >> shift);
    if (steps == 0 || threads % steps != 0) continue;
    const Shape shape(static_cast<unsigned>(threads / steps) % (1u << Epoch::thread_bits), shift);
    if (fits(there, others, shape, firsts) && firsts[slot] + shape.at(i) == low) return put(shape);
  }
  return false;
}

bool EpochColumn::other_bytes_hold_value(std::size_t word, unsigned byte) const {
  for (unsigned other = 0; other < bytes_of(word); ++other)
    if (other != byte && holds_value(word, other)) return true;
  return false;
}

// Whether any word of the line except one uses this slot of its times.
bool EpochColumn::is_used(std::size_t first, unsigned slot, std::size_t except) const {
  const std::uint32_t chosen = lines_[first / line].chosen;
  for (std::size_t word = first; word < first + line; ++word) {
    if ((chosen >> word % line & 1) != slot || word == except) continue;
    for (unsigned byte = 0; byte < bytes_of(word); ++byte)
      if (holds_value(word, byte)) return true;
  }
  return false;
}

// Padding of a struct may be known from writes of earlier launches around it (padding.hpp).
bool EpochColumn::may_drop(std::size_t first) const {
  constexpr std::size_t around = 4;
  if (past_is_ == Past::is_forgotten) return true;
  const std::size_t begin = first - std::min(first, around);
  return states_.are_written(begin, first + line + around - begin);
}

// The words of the line that have the time, which is of the past, need it no more. False: they do.
bool EpochColumn::drop(std::size_t first, unsigned slot) {
  if (!may_drop(first)) return false;
  const unsigned chosen = lines_[first / line].chosen;
  for (std::size_t word = first; word < first + line; ++word) {
    if ((chosen >> word % line & 1) != slot) continue;
    for (unsigned byte = 0; byte < bytes_of(word); ++byte)
      if (holds_value(word, byte)) take_low(word, byte, past_is_ == Past::is_known);
  }
  return true;
}

// Each word of the line gets its own time.
void EpochColumn::mix(std::size_t first) {
  Line& there = lines_[first / line];
  std::uint32_t lows[line];
  for (std::size_t word = first; word < first + line; ++word) {
    lows[word - first] = low_at(word, 0);
    for (unsigned byte = 0; byte < bytes_of(word); ++byte)
      release(own_times_[byte * words_ + word], there.times[there.chosen >> word % line & 1]);
  }
  const unsigned moved = there.swept & there.chosen;
  release(there.swept, static_cast<std::uint16_t>(there.swept & ~moved));
  const Time latest = std::max(there.times[0], there.times[1]);
  release(there.times[0], mixed);
  release(there.chosen, std::uint16_t{0});
  release(there.times[1], latest);
  for (unsigned i = 0; i < line; ++i)
    if ((moved >> i & 1) != 0) put_low(first + i, 0, lows[i]);
}

// Sets the word's time. The word has no access until that is done, and until the caller
// has stored it; so has every other word whose time becomes another one.
void EpochColumn::make_room(std::size_t word, unsigned byte, Time time) {
  const std::size_t first = word / line * line;
  const std::uint32_t bit = 1u << word % line;
  Line& there = lines_[word / line];
  if (there.times[0] == mixed && there.times[1] < past_ && drop(first, 0)) {
    release(there.times[1], Time{0});
    release(there.times[0], Time{0});
  }
  if (there.times[0] != mixed) {
    if (there.times[0] == 0 && there.times[1] == 0) used_.fetch_add(1, std::memory_order_relaxed);
    for (unsigned slot = 0; slot < 2; ++slot)
      if (there.times[slot] != 0 && there.times[slot] < past_ && drop(first, slot))
        release(there.times[slot], Time{0});
    const unsigned mine = there.chosen >> word % line & 1, other = 1 - mine;
    const bool may_change = !other_bytes_hold_value(word, byte);
    if (may_change && there.times[other] != time && !is_used(first, mine, word)) {
      take_low(word, byte, false);
      return release(there.times[mine], time);
    }
    if (may_change && (there.times[other] == time || !is_used(first, other, word))) {
      take_low(word, byte, false);
      release(there.times[other], time);
      return release(there.chosen, static_cast<std::uint16_t>(there.chosen ^ bit));
    }
    mix(first);
  }
  take_low(word, byte, false);
  release(own_times_[byte * words_ + word], time);
  release(there.times[1], std::max(there.times[1], time));
}

// Values that are there already are not written: untouched pages take no memory. For a word of the
// past, the line says so for all of its bytes.
void EpochColumn::split(std::size_t word) {
  const Line& there = lines_[word / line];
  const std::uint32_t low = (there.past >> word % line & 1) != 0 ? 0 : low_at(word, 0);
  const bool has_own_times = there.times[0] == mixed;
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
  constexpr std::size_t page = 1024;  // words: a page has one half of their epochs
  const auto collapse_pages = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin / line; at < end / line; ++at) {
      Line& there = lines_[at];
      if (there.times[0] == 0 && there.times[1] == 0 && there.past == 0) continue;
      there = {};
      there.past = static_cast<std::uint16_t>(~0u);
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
    if (there.times[0] == 0 && there.times[1] == 0 && there.past == 0) continue;
    bytes += sizeof(Line);
    std::size_t epochs = 0;
    bool has_lows = false;
    for (std::size_t word = first; word < first + line; ++word) {
      epochs += bytes_of(word);
      for (unsigned byte = 0; byte < bytes_of(word); ++byte)
        has_lows |= lows_[byte * words_ + word] != 0;
    }
    if (has_lows) bytes += epochs * sizeof(*lows_);
    if (there.times[0] == mixed) bytes += epochs * sizeof(*own_times_);
  }
  return bytes;
}

}  // namespace hip_cpu::check
