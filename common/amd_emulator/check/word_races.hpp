// One access to words of memory that others access, too: held against who was there last.
#pragma once

#include "amd_emulator/check/shadow.hpp"
#include "amd_emulator/check/wave_finding.hpp"
#include "amd_emulator/check/wave_order.hpp"
#include "amd_emulator/wave/effects.hpp"

namespace hippuzzle::amd {

struct Accessor {
  const Instruction* by = nullptr;
  uint32_t who = 0, when = 0, thread = 0;
  uint32_t released = 0;  // the time of its last access before the first that is still under way
};

struct Conflict {
  LastAccess earlier;  // by: nullptr for none
  enum class Doubt : uint8_t { none, this_read, earlier_read } doubt = Doubt::none;
};

// The same for nearly all accesses, to whole words that only this one touches since the last
// barrier, or that all only read. False: it was not done, and access_word has to.
inline bool access_quietly(ShadowWord& word, const Accessor& a, const MemoryAccess& m,
                           const HappensBefore& order) {
  const auto is_past = [&](const LastAccess& last) {
    return last.who == a.who || order.has_met(last.who, last.when);
  };
  if (word.is_flag || m.is_synchronising || !is_past(word.write)) return false;
  if (m.kind == MemoryAccess::Kind::read) {
    // Two who have read it since the barrier are enough: a write races with one of them at least.
    const auto is_noted = [&](const LastAccess& last) {
      return last.bytes == 15 && !order.has_met(last.who, last.when);
    };
    if (is_noted(word.read) && (word.read.who == a.who || is_noted(word.other_read))) return true;
    if (word.read.who != a.who) word.other_read = word.read;
    word.read = {a.by, a.who, a.when, a.thread, a.released, 15};
    return true;
  }
  if (!is_past(word.read) || !is_past(word.other_read)) return false;
  word.write = {a.by, a.who, a.when, a.thread, a.released, 15};
  return true;
}

// Whether a read by anybody would change nothing, until something else is done with the word or a
// barrier is met: nobody has written it since the last, and two are noted to have read all of it.
inline bool is_for_all(const ShadowWord& word, const HappensBefore& order) {
  const auto is_noted = [&](const LastAccess& last) {
    return last.bytes == 15 && !order.has_met(last.who, last.when);
  };
  return order.has_met(word.write.who, word.write.when) && is_noted(word.read) &&
         is_noted(word.other_read);
}

inline Finding::Doubt doubt_of(const Conflict& conflict, const Accessor& a, unsigned lanes) {
  switch (conflict.doubt) {
    case Conflict::Doubt::none:
      return {};
    case Conflict::Doubt::this_read:
      return {a.by, a.who, a.thread / lanes};
    case Conflict::Doubt::earlier_read:
      return {conflict.earlier.by, conflict.earlier.who, conflict.earlier.thread / lanes};
  }
  return {};
}

// Looks for an earlier access that nothing orders before this one. bytes: of the word, a bit each.
// The word then knows of this one. Atomic accesses order each other and the accesses before and
// after them; a plain write before a word's first atomic access, and plain reads of words that
// others change atomically, do not. Plain writes of flags may be atomic in the source, which
// machine code does not show.
inline Conflict access_word(ShadowWord& word, const Accessor& a, const MemoryAccess& m,
                            uint8_t bytes, HappensBefore& order) {
  using Kind = MemoryAccess::Kind;
  const auto races = [&](const LastAccess& last) {
    return last.by != nullptr && last.who != a.who && (last.bytes & bytes) != 0 &&
           !order.is_ordered(last.who, last.when, a.who);
  };
  const auto races_as_read = [&](const LastAccess& last) {
    return races(last) && last.by->effects->memory.is_plain_read();
  };
  const auto is_of_kind = [](const LastAccess& last, Kind kind) {
    return last.by != nullptr && last.by->effects->memory.kind == kind;
  };
  Conflict found;
  if (m.is_synchronising || word.is_flag) {
    if (!word.is_flag) word.plain = is_of_kind(word.write, Kind::write) ? word.write : LastAccess{};
    word.is_flag = true;
    if (m.kind == Kind::atomic) {
      if (races(word.plain)) {
        found.earlier = word.plain;
      } else if (races_as_read(word.read) || races_as_read(word.other_read)) {
        found = {races_as_read(word.read) ? word.read : word.other_read,
                 Conflict::Doubt::earlier_read};
      }
    } else if (m.is_plain_read() && is_of_kind(word.write, Kind::atomic) && races(word.write)) {
      found = {word.write, Conflict::Doubt::this_read};
    }
    if (word.write.by != nullptr && m.kind != Kind::write)
      order.acquire(a.who, word.write.who, word.write.released);
  } else if (races(word.write)) {
    found.earlier = word.write;
  } else if (m.kind != Kind::read && (races(word.read) || races(word.other_read))) {
    found.earlier = races(word.read) ? word.read : word.other_read;
  }
  // Earlier accesses of the same one to other bytes of the word, since the last barrier, are still
  // known.
  LastAccess now{a.by, a.who, a.when, a.thread, a.released, bytes};
  LastAccess& before = m.kind != Kind::read ? word.write : word.read;
  const bool is_mine = before.by != nullptr && before.who == a.who;
  if (is_mine && !order.has_met(before.who, before.when)) now.bytes |= before.bytes;
  if (m.kind == Kind::read && !is_mine) word.other_read = word.read;
  before = now;
  return found;
}

}  // namespace hippuzzle::amd
