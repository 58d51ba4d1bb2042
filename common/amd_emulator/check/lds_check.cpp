#include "amd_emulator/check/lds_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "amd_emulator/check/extent.hpp"

namespace hippuzzle::amd {
namespace {

using Kind = MemoryAccess::Kind;

}  // namespace

void LdsCheck::start(const LaunchFacts& launch, size_t waves) {
  bytes_ = launch.lds_bytes;
  words_.assign((bytes_ + 3) / 4, {});
  readers_.assign(words_.size() + 1, 0);  // one at least
  time_ = met_ = 0;
  phase_ = 1;
  order_.start(waves);
}

void LdsCheck::barrier() {
  order_.meet();
  met_ = time_;
  phase_ = (phase_ + 1) & 0xffffff;
  if (phase_ > 0) return;
  std::ranges::fill(readers_, 0u);
  phase_ = 1;
}

void LdsCheck::begin(const Wave& wave, const Instruction& i) {
  order_.tick(wave.number, ++time_);
  now_ = LdsEntry(time_, number_of(i), wave.number, 0, 0);
  reader_ = mark(wave.number);
  lanes_ = wave.lanes;
}

uint32_t LdsCheck::number_of(const Instruction& i) {
  uint32_t& latest = latest_[i.address / 4 % latest_.size()];
  if (instructions_[latest] == &i) return latest;
  const auto [known, is_new] = numbers_.try_emplace(&i, instructions_.size());
  if (is_new && instructions_.size() < LdsEntry::most_instructions) instructions_.push_back(&i);
  return latest = std::min<uint32_t>(known->second, instructions_.size() - 1);
}

LastAccess LdsCheck::expanded(LdsEntry e) const {
  return {instructions_[e.by()], e.wave(), e.time(), e.wave() * lanes_ + e.lane(),
          static_cast<uint8_t>(e.bytes())};
}

// Lanes that have the address of the lane before them, a bit each.
uint64_t LdsCheck::repeating(const Wave& wave, const Row& address) {
  uint64_t repeats = 0;
  for (unsigned begin = 0; begin < wave.lanes; begin += half) {
    uint32_t bits = 0;
    for (unsigned l = 1; l < half; ++l)
      bits |= (address.lane[begin + l] == address.lane[begin + l - 1] ? 1u : 0u) << l;
    repeats |= uint64_t{bits} << begin;
  }
  return repeats & wave.exec() << 1;
}

bool LdsCheck::may_read_all_again(uint32_t word, uint32_t end) const {
  const uint32_t mine = reader_, all = mark(anyone);
  uint32_t others = 0;
  for (; word < end; ++word)
    others |= static_cast<uint32_t>((readers_[word] != mine) & (readers_[word] != all));
  return others == 0;
}

// Lanes of an access to whole words are looked at together as far as they read what they may read
// again or what the lane before them reads.
void LdsCheck::access(const Wave& wave, const Instruction& i, const Row& address, uint32_t offset,
                      uint16_t data_row, Reporter& reporter) {
  const MemoryAccess& m = i.effects->memory;
  const uint32_t bytes = m.bytes;
  const bool is_read = m.is_plain_read(), is_write = m.kind == Kind::write && !m.is_synchronising;
  bool is_whole = (is_read || is_write) && bytes % 4 == 0 && bytes <= bytes_;
  const uint64_t active = wave.exec();
  uint64_t repeats = 0;
  if (is_whole && active != 0) {
    const Extent e = extent(wave, address, offset);
    is_whole = e.greatest <= bytes_ - bytes && e.lowest_bits == 0;
    if (is_whole && is_read) {
      const uint32_t first = e.least / 4, end = (e.greatest + bytes) / 4;
      if (end - first <= most_at_once && may_read_all_again(first, end)) return;
      repeats = repeating(wave, address);
    }
  }
  bool is_quiet = false;  // there was nothing to report of the lane before
  for (uint64_t on = active; on != 0; on &= on - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(on));
    if (is_quiet && (repeats >> lane & 1) != 0) continue;
    const uint32_t at = address.lane[lane] + offset, word = at / 4, end = word + bytes / 4;
    const LdsEntry now = now_.of_lane(lane, 15);
    is_quiet = is_whole && (is_read ? read_quietly(word, end, now) : write_quietly(word, end, now));
    if (!is_quiet) access(wave, i, lane, at, data_row, reporter);
  }
}

// Words from `word` to `end`, as far as there is nothing else to do with them; whether those were
// all.
inline bool LdsCheck::read_quietly(uint32_t word, uint32_t end, LdsEntry now) {
  const uint32_t mine = reader_, all = mark(anyone);
  for (; word < end; ++word) {
    uint32_t& reader = readers_[word];
    if (reader == mine || reader == all) continue;
    LdsWord& one = words_[word];
    if (!one.read_quietly(now, met_)) return false;
    reader = one.is_read_by_two(met_) ? all : mine;
  }
  return true;
}
inline bool LdsCheck::write_quietly(uint32_t word, uint32_t end, LdsEntry now) {
  for (; word < end; ++word) {
    if (!words_[word].write_quietly(now, met_)) return false;
    readers_[word] = 0;
  }
  return true;
}

void LdsCheck::report(Finding::Kind kind, const Wave& wave, const Instruction& i, unsigned lane,
                      uint32_t address, Reporter& reporter) const {
  Finding f;
  f.kind = kind;
  f.is_local = true;
  f.bytes = i.effects->memory.bytes;
  f.array_bytes = bytes_;
  f.offset = static_cast<int32_t>(address);
  f.address = address;
  reporter.report(std::move(f), wave, lane, i);
}

void LdsCheck::access(const Wave& wave, const Instruction& i, unsigned lane, uint32_t address,
                      uint16_t data_row, Reporter& reporter) {
  const MemoryAccess& m = i.effects->memory;
  if (uint64_t{address} + m.bytes > bytes_)
    return report(Finding::Kind::out_of_bounds, wave, i, lane, address, reporter);
  // A power of 2.
  const uint32_t unit = m.kind == Kind::atomic ? m.bytes : std::min<uint32_t>(m.bytes, 4);
  if ((address & (unit - 1)) != 0)
    report(Finding::Kind::misaligned, wave, i, lane, address, reporter);
  const bool is_read = m.is_plain_read(), is_write = m.kind == Kind::write && !m.is_synchronising;
  const LdsEntry now = now_.of_lane(lane, 15);
  for (uint32_t at = address; at < address + m.bytes;) {
    const uint32_t part = std::min(4 - at % 4, address + m.bytes - at), word = at / 4;
    const bool is_done = part == 4 && ((is_read && read_quietly(word, word + 1, now)) ||
                                       (is_write && write_quietly(word, word + 1, now)));
    if (!is_done) {
      readers_[word] = 0;
      look_at_part(wave, i, lane, address, at, part, data_row, reporter);
    }
    at += part;
  }
}

// Some bytes of one word, of an access that begins at `begin`.
void LdsCheck::look_at_part(const Wave& wave, const Instruction& i, unsigned lane, uint32_t begin,
                            uint32_t at, uint32_t bytes, uint16_t data_row, Reporter& reporter) {
  const MemoryAccess& m = i.effects->memory;
  LdsWord& word = words_[at / 4];
  const auto mask = static_cast<uint8_t>(((1u << bytes) - 1) << at % 4);
  if (m.kind != Kind::write && (word.written & mask) != mask)
    report(Finding::Kind::uninitialised, wave, i, lane, at, reporter);
  word.written |= mask;
  ShadowWord shadow{.write = expanded(word.write),
                    .read = expanded(word.read),
                    .other_read = expanded(word.other_read),
                    .is_flag = word.is_flag};
  const LdsEntry entry = now_.of_lane(lane, mask);
  const Accessor now{&i, wave.number, time_, wave.number * wave.lanes + lane};
  LastAccess earlier;
  const bool races = access_word(shadow, now, m, mask, order_, earlier) != nullptr;
  word.is_flag = shadow.is_flag;
  if (m.kind != Kind::read) {
    word.write = entry;
  } else {
    if (word.read.wave() != entry.wave()) word.other_read = word.read;
    word.read = entry;
  }
  if (!races) return;
  Finding f;
  f.kind = Finding::Kind::race;
  if (m.kind == Kind::write && earlier.by->effects->memory.kind == Kind::write) {
    const uint32_t value = wave.rows[data_row + (at - begin) / 4].lane[lane];
    if (std::memcmp(wave.workgroup->lds.data() + at, &value, bytes) == 0)
      f.kind = Finding::Kind::race_same_value;
  }
  f.is_local = true;
  f.bytes = bytes;
  f.array_bytes = bytes_;
  f.offset = f.address = at;
  f.sides.resize(2);
  f.sides[1].access = earlier.by->effects->memory.kind;
  f.sides[1].address = earlier.by->address;
  f.sides[1].text = earlier.by->effects->text;
  f.sides[1].thread[0] = earlier.thread;
  reporter.report(std::move(f), wave, lane, i);
}

}  // namespace hippuzzle::amd
