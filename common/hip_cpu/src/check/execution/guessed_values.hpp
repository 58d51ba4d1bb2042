// Compare-and-swap loops that begin with a plain read:
//
//   unsigned long long seen = *address;
//   do { ... } while ((before = atomicCAS(address, seen, ...)) != seen);
//
// The language calls the read a race. But its value is only a guess: the compare-and-swap refuses
// an old one. So the checker reports the race of such a read as benign.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// The plain read by the running thread races with an atomic operation, which became this finding.
void guess_value(Machine& machine, const Access& read, hip_cpu_finding& finding);

void settle_guess_of(Machine& machine, Address address, unsigned bytes, const void* expected);

// To be called before an atomic operation that may store. machine: null for none. expected: by a
// compare-and-swap; null for any other operation.
inline void settle_guess(Machine* machine, const volatile void* address, unsigned bytes,
                         const void* expected) {
  if (machine && machine->current->guess.finding)
    settle_guess_of(*machine, reinterpret_cast<Address>(address), bytes, expected);
}

}  // namespace hip_cpu::check
