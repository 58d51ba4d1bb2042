// The last accesses to words of LDS, in few bytes, because each access looks at them, and array by
// array, so that several words are looked at together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hippuzzle::amd {

// An access: when (of the workgroup's accesses, none the same), by which instruction, wave and
// lane, and to which bytes of the word, a bit each.
struct LdsEntry {
  static constexpr uint32_t most_instructions = 1 << 17;

  uint64_t bits = 0;

  LdsEntry() = default;
  LdsEntry(uint32_t time, uint32_t by, uint32_t wave, uint32_t lane, uint32_t bytes)
      : bits(uint64_t{time} << 32 | uint64_t{by} << 15 | wave << 10 | lane << 4 | bytes) {}

  uint32_t time() const { return static_cast<uint32_t>(bits >> 32); }
  uint32_t by() const { return static_cast<uint32_t>(bits) >> 15; }
  uint32_t wave() const { return bits >> 10 & 31; }
  uint32_t lane() const { return bits >> 4 & 63; }
  uint32_t bytes() const { return bits & 15; }

  LdsEntry of_lane(uint32_t lane, uint32_t bytes) const {
    LdsEntry e = *this;
    e.bits |= lane << 4 | bytes;
    return e;
  }
};

// An access by a wave, and the time of the last one before the last barrier.
struct LdsNow {
  LdsEntry entry;  // of the first lane, without bytes
  uint64_t met = 0;

  bool is_past(LdsEntry e) const { return e.bits >> 32 <= met; }
  bool is_mine(LdsEntry e) const { return ((e.bits ^ entry.bits) >> 10 & 31) == 0; }
  bool is_own_or_past(LdsEntry e) const { return is_past(e) | is_mine(e); }
  // Since the last barrier, of a whole word.
  bool is_noted(LdsEntry e) const { return !is_past(e) & ((e.bits & 15) == 15); }
};

struct LdsWords {
  static constexpr uint8_t whole = 15, flag = 16;

  std::vector<LdsEntry> write, read, other_read;  // the reads are by two different waves
  // Bytes of it that were written, a bit each; flag: accessed atomically, which orders others and
  // is ordered itself.
  std::vector<uint8_t> state;
  // The readers for whom another read brings neither a finding nor anything to remember: LdsCheck's
  // mark().
  std::vector<uint32_t> readers;

  size_t size() const { return state.size(); }
  void clear(size_t words) {
    for (auto* entries : {&write, &read, &other_read}) entries->assign(words, {});
    state.assign(words, 0);
    readers.assign(words, 0);
  }

  // The same as access_word() (word_races.hpp) for nearly all accesses: to whole words that only
  // this wave touches since the last barrier, or that all only read. Whether it may be done for all
  // these words; else access_word() has to.
  bool may_read_quietly(size_t first, size_t count, const LdsNow& now) const {
    unsigned others = 0;
    for (size_t w = first; w < first + count; ++w) others |= state[w] ^ whole;
    for (size_t w = first; w < first + count; ++w) others |= now.is_own_or_past(write[w]) ? 0u : 1u;
    return others == 0;
  }
  bool may_write_quietly(size_t first, size_t count, const LdsNow& now) const {
    unsigned others = 0;
    for (size_t w = first; w < first + count; ++w) others |= state[w] & flag;
    for (const auto* entries : {&write, &read, &other_read}) {
      const LdsEntry* e = entries->data();
      for (size_t w = first; w < first + count; ++w) others |= now.is_own_or_past(e[w]) ? 0u : 1u;
    }
    return others == 0;
  }

  // lanes: of each word, by its number from the first. mine, all: marks of readers. Two recorded
  // waves are enough, because an access that conflicts with any wave conflicts with one of the two.
  void read_quietly(size_t first, size_t count, const LdsNow& now, const uint8_t* lanes,
                    uint32_t mine, uint32_t all) {
    for (size_t k = 0; k < count; ++k) {
      const size_t w = first + k;
      const LdsEntry before = read[w], other = other_read[w];
      const bool is_mine = now.is_mine(before), is_noted = now.is_noted(before);
      const bool stays = is_noted & (is_mine | now.is_noted(other));
      const LdsEntry second = stays | is_mine ? other : before;
      other_read[w] = second;
      read[w].bits =
          stays ? before.bits : now.entry.bits | static_cast<uint64_t>(lanes[k]) << 4 | whole;
      readers[w] = now.is_past(write[w]) & now.is_noted(second) ? all : mine;
    }
  }
  void write_quietly(size_t first, size_t count, const LdsNow& now, const uint8_t* lanes) {
    for (size_t k = 0; k < count; ++k)
      write[first + k].bits = now.entry.bits | static_cast<uint64_t>(lanes[k]) << 4 | whole;
    std::fill_n(state.begin() + static_cast<ptrdiff_t>(first), count, whole);
    std::fill_n(readers.begin() + static_cast<ptrdiff_t>(first), count, 0u);
  }

  // Whether all are marked as one's own or everybody's.
  bool may_be_read_again(size_t first, size_t count, uint32_t mine, uint32_t all) const {
    uint32_t others = 0;
    for (size_t w = first; w < first + count; ++w)
      others |= static_cast<uint32_t>((readers[w] != mine) & (readers[w] != all));
    return others == 0;
  }
};

}  // namespace hippuzzle::amd
