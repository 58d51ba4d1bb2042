// The host's reads of values that a copy brought from device memory which nobody had written.
//
// The copy itself is no mistake: programs copy a buffer whole and use a part of it. So the checker
// keeps the states of the bytes that were copied, and reports the host's read of a number all of
// whose bytes were unwritten and still hold the bytes of their allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"
#include "hip_cpu/check/shadow/byte_states.hpp"

namespace hip_cpu::check {

class UnsetCopies {
 public:
  // Findings go to the machine.
  explicit UnsetCopies(Machine& machine) : machine_(machine) {}

  // Whether a read by the host may be one of such a value, without a look at the copies.
  static bool may_be_unset(const void* address, std::size_t bytes) {
    return bytes <= widest_number && *static_cast<const std::uint8_t*>(address) == poison;
  }

  // A copy by the host's call that is made now.
  void copied(const void* to, const void* from, std::size_t bytes);

  // The host's code reads there, by a call of the checker that is made now.
  void read(Address address, std::size_t bytes);

 private:
  static constexpr std::size_t widest_number = 16;

  struct Copy {
    Address to, from;
    std::size_t bytes;
    ByteStates::Saved states;  // of the source
    SiteId site;
  };
  static constexpr std::size_t most = 64, most_bytes = 1u << 28;  // kept copies, and of each one

  Machine& machine_;
  std::deque<Copy> copies_;  // the last ones
};

}  // namespace hip_cpu::check
