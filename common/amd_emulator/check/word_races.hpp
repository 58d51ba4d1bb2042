// One access to words of memory that others access, too: held against who was there last.
#pragma once

#include "amd_emulator/check/happens_before.hpp"
#include "amd_emulator/check/shadow.hpp"
#include "amd_emulator/wave/effects.hpp"

namespace hippuzzle::amd {

struct Accessor {
  const Instruction* by = nullptr;
  uint32_t who = 0, when = 0, thread = 0;
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
    word.read = {a.by, a.who, a.when, a.thread, 15};
    return true;
  }
  if (!is_past(word.read) || !is_past(word.other_read)) return false;
  word.write = {a.by, a.who, a.when, a.thread, 15};
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

// Returns the earlier access that nothing orders before this one; nullptr for none. bytes: of the
// word, a bit each. The word then knows of this one.
inline const LastAccess* access_word(ShadowWord& word, const Accessor& a, const MemoryAccess& m,
                                     uint8_t bytes, HappensBefore& order, LastAccess& conflict) {
  const auto races = [&](const LastAccess& last) {
    return last.by != nullptr && last.who != a.who && (last.bytes & bytes) != 0 &&
           !order.is_ordered(last.who, last.when, a.who);
  };
  const LastAccess now{a.by, a.who, a.when, a.thread, bytes};
  const bool reads = m.kind == MemoryAccess::Kind::read;
  const LastAccess* found = nullptr;
  if (m.is_synchronising || word.is_flag) {
    word.is_flag = true;
    if (word.write.by != nullptr && m.kind != MemoryAccess::Kind::write)
      order.acquire(a.who, word.write.who, word.write.when);
  } else if (races(word.write)) {
    conflict = word.write;
    found = &conflict;
  } else if (!reads && (races(word.read) || races(word.other_read))) {
    conflict = races(word.read) ? word.read : word.other_read;
    found = &conflict;
  }
  if (!reads) {
    word.write = now;
  } else {
    if (word.read.who != a.who) word.other_read = word.read;
    word.read = now;
  }
  return found;
}

}  // namespace hippuzzle::amd
