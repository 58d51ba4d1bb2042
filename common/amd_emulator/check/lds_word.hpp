// Who accessed a word of LDS last, in few bytes, because each access looks at it.
#pragma once

#include <cstdint>

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

struct LdsWord {
  LdsEntry write, read, other_read;  // the reads are by two different waves
  uint8_t written = 0;               // bytes of it, a bit each
  bool is_flag = false;              // accessed atomically: orders others, and is ordered itself

  // The same as access_word() (word_races.hpp) for nearly all accesses: to whole words that only
  // this wave touches since the last barrier, or that all only read. False: it was not done, and
  // access_word() has to. met: the time of the last access before the last barrier.
  bool read_quietly(LdsEntry now, uint32_t met) {
    const auto is_noted = [&](LdsEntry e) { return e.time() > met && e.bytes() == 15; };
    if (is_flag || written != 15 || !is_own_or_past(write, now, met)) return false;
    if (is_noted(read) && (read.wave() == now.wave() || is_noted(other_read))) return true;
    if (read.wave() != now.wave()) other_read = read;
    read = now;
    return true;
  }
  bool write_quietly(LdsEntry now, uint32_t met) {
    if (is_flag || !is_own_or_past(write, now, met) || !is_own_or_past(read, now, met) ||
        !is_own_or_past(other_read, now, met))
      return false;
    write = now;
    written = 15;
    return true;
  }

  // Whether a read by any wave would change nothing, until something else is done with the word or
  // a barrier is met.
  bool is_read_by_two(uint32_t met) const {
    return write.time() <= met && read.time() > met && read.bytes() == 15 &&
           other_read.time() > met && other_read.bytes() == 15;
  }

 private:
  static bool is_own_or_past(LdsEntry e, LdsEntry now, uint32_t met) {
    return e.time() <= met || e.wave() == now.wave();
  }
};

}  // namespace hippuzzle::amd
