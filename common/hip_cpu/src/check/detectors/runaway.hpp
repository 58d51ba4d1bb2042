// Threads that do not come to their end: they run on, wait for each other, or use up their stack.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// The running thread does not come to an end, for all that is known at `site`. Does not return.
[[gnu::noinline]] void runs_away(Machine& machine, SiteId site);

// The threads of the block wait for ever. Does not return.
[[noreturn]] void report_deadlock(Machine& machine);

// The running thread's calls leave little of its stack. Does not return.
[[noreturn, gnu::noinline]] void stack_overflows(Machine& machine, const void* code);

}  // namespace hip_cpu::check
