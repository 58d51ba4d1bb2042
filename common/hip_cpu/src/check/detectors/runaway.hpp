// Threads that do not come to their end: they run on, wait for each other, or use up their stack.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// Arrivals at a barrier at which a thread waits. None are expected: it waits for something else.
struct Arrivals {
  unsigned arrived = 0, expected = 0;
};

// The running thread does not come to an end, for all that is known at `site`. Does not return.
[[gnu::noinline]] void runs_away(Machine& machine, SiteId site, const Arrivals& arrivals = {});

// The threads of the block wait for ever. Does not return.
[[noreturn]] void report_deadlock(Machine& machine);

// The running thread's calls leave little of its stack. Does not return.
[[noreturn, gnu::noinline]] void stack_overflows(Machine& machine, const void* code);

}  // namespace hip_cpu::check
