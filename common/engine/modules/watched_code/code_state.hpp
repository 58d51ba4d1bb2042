// The knowledge at an instruction: values in registers and on the stack, accesses that the checker
// has been told of, and numbers that were compared with a bound.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/modules/watched_code/code_value.hpp"

namespace hippuzzle {

enum class CodeAccess { read, write };

struct WatchedBytes {
  CodeAccess access;
  CodeValue address;
  uint64_t bytes;

  bool operator==(const WatchedBytes&) const = default;
};

struct CodeState {
  struct Slot {
    unsigned bytes;
    CodeValue value;

    bool operator==(const Slot&) const = default;
  };

  static constexpr uint64_t reported = ~uint64_t{0};  // a bound: beyond it there is a finding

  std::map<unsigned, CodeValue> registers;
  // By the register that points to them and their distance from it.
  std::map<std::pair<uint32_t, int64_t>, Slot> slots;
  std::vector<WatchedBytes> watched;
  std::map<CodeValue, uint64_t> at_most;

  // Forgets the values of bytes that were written. Slots by the other register may be the same.
  void store(std::pair<uint32_t, int64_t> slot, unsigned bytes, const CodeValue& value);
  void forget_slots_of(uint32_t base);
  bool is_watched(CodeAccess access, const CodeValue& address) const;
  void bound(const CodeValue& value, uint64_t most);

  // Keeps what holds in both.
  void join(const CodeState& other);
};

// The greatest sum that the terms other than the base can have, by the bounds; nothing where one
// has none. Adds to `constant` what the bounded values begin with.
std::optional<uint64_t> greatest_offset(const CodeState& state, CodeValue offset,
                                        uint64_t& constant);

}  // namespace hippuzzle
