// Values of unset local variables, where they reach memory.
//
// A checked module gives such a variable bytes of 0xfe (g++'s -ftrivial-auto-var-init=pattern). As
// a float or a double the pattern is so large a number that adding to it leaves it as it is; a
// small count that is added to an integer leaves it near. So a store that leaves this pattern in
// memory, or mostly numbers near it, a multiple or a part of it, stored an unset value. A launch
// that reads the pattern from memory that none of its own stores wrote may well copy it; the
// checker then reports nothing.
#pragma once

#include <cstdint>
#include <cstring>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

inline constexpr std::uint32_t unset_pattern = 0xfefefefeu;

// The pattern in a value that a shuffle passes on: four bytes of it, or eight of a longer one.
inline bool is_unset_pattern(std::uint64_t value) {
  return static_cast<std::uint32_t>(value) == unset_pattern;
}

// Whether the word holds it.
inline bool holds_unset_pattern(Address word) {
  std::uint32_t value;
  std::memcpy(&value, reinterpret_cast<const void*>(word), sizeof value);
  return value == unset_pattern;
}

// To be called where a thread reads the pattern from the aligned word of a cell.
void read_unset_pattern(Machine& machine, ShadowMemory& memory, Address word);

// Whether a store of the launch, which has ended, left such a value in device memory.
bool has_left_unset_values(const Machine& machine);

// Makes findings of them.
void find_unset_values(Machine& machine);

}  // namespace hip_cpu::check
