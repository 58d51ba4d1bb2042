// Memory that belongs to the running thread alone.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// True on the stack of the running thread and of a built-in variable or parameter: nothing to be
// checked.
bool is_private(const Machine& machine, Address address);

// Whether the address may be a local of the running thread, or of a thread that runs where the
// launch was called, on the OS thread's own stack.
bool may_be_local(const Machine& machine, Address address);

}  // namespace hip_cpu::check
