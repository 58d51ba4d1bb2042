#include "amd_emulator/check/lds_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace hippuzzle::amd {
namespace {

using Kind = MemoryAccess::Kind;

}  // namespace

void LdsCheck::start(const LaunchFacts& launch, size_t waves) {
  bytes_ = launch.lds_bytes;
  words_.clear((bytes_ + 3) / 4);
  time_ = 0;
  now_.met = 0;
  phase_ = 1;
  reads_.clear();
  plain_writes_.clear();
  has_written_ = false;
  order_.start(waves);
}

void LdsCheck::barrier() {
  reads_.clear();
  plain_writes_.clear();
  has_written_ = false;
  order_.meet();
  now_.met = time_;
  phase_ = (phase_ + 1) & 0xffffff;
  if (phase_ > 0) return;
  std::ranges::fill(words_.readers, 0u);
  phase_ = 1;
}

void LdsCheck::begin(const Wave& wave, const Instruction& i) {
  order_.tick(wave.number, ++time_);
  now_.entry = LdsEntry(time_, number_of(i), wave.number, 0, 0);
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
  // LDS serves a wave in order: its earlier accesses are complete.
  return {instructions_[e.by()],        e.wave(), e.time(),
          e.wave() * lanes_ + e.lane(), e.time(), static_cast<uint8_t>(e.bytes())};
}

void LdsCheck::note_reads() {
  const LdsNow now = now_;
  for (const Read& read : reads_) {
    now_.entry = read.entry;
    reader_ = mark(read.entry.wave());
    read_quietly(*read.pattern, read.base);
  }
  reads_.clear();
  now_ = now;
  reader_ = mark(now_.entry.wave());
}

void LdsCheck::begin_writing() {
  if (has_written_) return;
  note_reads();
  has_written_ = true;
}

// If nobody has written since the last barrier, a read of words that hold values conflicts with
// nothing.
bool LdsCheck::remember_read(const AddressPattern& p, uint32_t base) {
  if (has_written_) return false;
  unsigned others = 0;
  for (const AddressPattern::Run& run : p.runs) {
    const auto first = static_cast<size_t>(int64_t{base} + run.first);
    for (size_t w = first; w < first + run.count; ++w) others |= words_.state[w] ^ LdsWords::whole;
  }
  if (others != 0) return false;
  if (reads_.size() == most_reads) note_reads();
  reads_.push_back({now_.entry, &p, base});
  return true;
}

// The words of a pattern, counted from `base`, lie in LDS, all of them.
bool LdsCheck::read_quietly(const AddressPattern& p, uint32_t base) {
  const uint32_t mine = reader_, all = mark(anyone);
  bool has_read = true, may = true;
  for (const AddressPattern::Run& run : p.runs) {
    const auto first = static_cast<size_t>(int64_t{base} + run.first);
    has_read = has_read && words_.may_be_read_again(first, run.count, mine, all);
    if (!has_read) may = may && words_.may_read_quietly(first, run.count, now_);
  }
  if (has_read) return true;
  for (const AddressPattern::Run& run : p.runs) {
    const auto first = static_cast<size_t>(int64_t{base} + run.first);
    if (may) words_.read_quietly(first, run.count, now_, p.lanes.data() + run.lanes_at, mine, all);
  }
  return may;
}

bool LdsCheck::write_quietly(const AddressPattern& p, uint32_t base) {
  for (const AddressPattern::Run& run : p.runs) {
    const auto first = static_cast<size_t>(int64_t{base} + run.first);
    if (!words_.may_write_quietly(first, run.count, now_)) return false;
  }
  for (const AddressPattern::Run& run : p.runs) {
    const auto first = static_cast<size_t>(int64_t{base} + run.first);
    words_.write_quietly(first, run.count, now_, p.lanes.data() + run.lanes_at);
  }
  return true;
}

// One lane's, of whole words.
bool LdsCheck::access_quietly(const MemoryAccess& m, uint32_t word, uint32_t count, unsigned lane) {
  const uint32_t mine = reader_, all = mark(anyone);
  const std::array<uint8_t, 4> lanes = {static_cast<uint8_t>(lane), static_cast<uint8_t>(lane),
                                        static_cast<uint8_t>(lane), static_cast<uint8_t>(lane)};
  if (m.kind == Kind::write) {
    if (!words_.may_write_quietly(word, count, now_)) return false;
    words_.write_quietly(word, count, now_, lanes.data());
    return true;
  }
  if (words_.may_be_read_again(word, count, mine, all)) return true;
  if (!words_.may_read_quietly(word, count, now_)) return false;
  words_.read_quietly(word, count, now_, lanes.data(), mine, all);
  return true;
}

// Lanes of an access to whole words are checked together, as far as they have a pattern.
void LdsCheck::access(const Wave& wave, const Instruction& i, const Row& address,
                      const AddressPattern* pattern, uint32_t offset, uint16_t data_row,
                      Reporter& reporter) {
  const MemoryAccess& m = i.effects->memory;
  const bool is_plain = m.is_plain_read() || (m.kind == Kind::write && !m.is_synchronising);
  if (m.kind != Kind::read) begin_writing();
  if (is_plain && pattern != nullptr) {
    const uint32_t base = address.lane[pattern->first_lane] + offset, word = base / 4;
    const bool is_there = base % 4 == 0 && int64_t{word} + pattern->least >= 0 &&
                          int64_t{word} + pattern->end <= bytes_ / 4;
    const auto is_quiet = [&] {
      return m.kind == Kind::write ? write_quietly(*pattern, word)
                                   : remember_read(*pattern, word) || read_quietly(*pattern, word);
    };
    if (is_there && is_quiet()) return;
  }
  for (uint64_t on = wave.exec(); on != 0; on &= on - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(on));
    const uint32_t at = address.lane[lane] + offset;
    const bool is_whole =
        is_plain && m.bytes % 4 == 0 && at % 4 == 0 && uint64_t{at} + m.bytes <= bytes_;
    if (!is_whole || !access_quietly(m, at / 4, m.bytes / 4, lane))
      access(wave, i, lane, at, data_row, reporter);
  }
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

void LdsCheck::access(const Wave& wave, const Instruction& i, const MemoryAccess& m, unsigned lane,
                      uint32_t address, uint16_t data_row, Reporter& reporter) {
  if (m.kind != Kind::read) begin_writing();
  if (uint64_t{address} + m.bytes > bytes_)
    return report(Finding::Kind::out_of_bounds, wave, i, lane, address, reporter);
  // A power of 2.
  const uint32_t unit = m.kind == Kind::atomic ? m.bytes : std::min<uint32_t>(m.bytes, 4);
  if ((address & (unit - 1)) != 0)
    report(Finding::Kind::misaligned, wave, i, lane, address, reporter);
  const bool is_plain = m.is_plain_read() || (m.kind == Kind::write && !m.is_synchronising);
  for (uint32_t at = address; at < address + m.bytes;) {
    const uint32_t part = std::min(4 - at % 4, address + m.bytes - at), word = at / 4;
    if (part < 4 || !is_plain || !access_quietly(m, word, 1, lane)) {
      words_.readers[word] = 0;
      look_at_part(wave, i, m, lane, address, at, part, data_row, reporter);
    }
    at += part;
  }
}

// Looks at some bytes of one word, of an access that begins at `begin`.
void LdsCheck::look_at_part(const Wave& wave, const Instruction& i, const MemoryAccess& m,
                            unsigned lane, uint32_t begin, uint32_t at, uint32_t bytes,
                            uint16_t data_row, Reporter& reporter) {
  const uint32_t word = at / 4;
  uint8_t& state = words_.state[word];
  const auto mask = static_cast<uint8_t>(((1u << bytes) - 1) << at % 4);
  if (m.kind != Kind::write && (state & mask) != mask)
    report(Finding::Kind::uninitialised, wave, i, lane, at, reporter);
  state |= mask;
  LdsEntry& read = words_.read[word];
  ShadowWord shadow{.write = expanded(words_.write[word]),
                    .read = expanded(read),
                    .other_read = expanded(words_.other_read[word]),
                    .plain = {},
                    .is_flag = (state & LdsWords::flag) != 0};
  if (const auto known = plain_writes_.find(word); shadow.is_flag && known != plain_writes_.end())
    shadow.plain = known->second;
  const Accessor now{&i, wave.number, time_, wave.number * wave.lanes + lane, time_};
  const Conflict conflict = access_word(shadow, now, m, mask, order_);
  const LastAccess& earlier = conflict.earlier;
  if (shadow.is_flag && (state & LdsWords::flag) == 0) plain_writes_[word] = shadow.plain;
  if (shadow.is_flag) state |= LdsWords::flag;
  if (m.kind != Kind::read) {
    words_.write[word] = now_.entry.of_lane(lane, shadow.write.bytes);
  } else {
    const LdsEntry entry = now_.entry.of_lane(lane, shadow.read.bytes);
    if (read.wave() != entry.wave()) words_.other_read[word] = read;
    read = entry;
  }
  if (earlier.by == nullptr) return;
  Finding f;
  f.kind = Finding::Kind::race;
  f.doubt = doubt_of(conflict, now, wave.lanes);
  const bool has_data = !i.effects->memory.into_local;  // in a register
  if (has_data && m.kind == Kind::write && earlier.by->effects->memory.kind == Kind::write) {
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
