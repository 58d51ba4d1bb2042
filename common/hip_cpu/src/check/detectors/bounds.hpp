// Accesses outside of arrays, of all memory, or at an address that their size does not divide.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// To be called for an access to no memory that a kernel may touch, unless it is the thread's own.
void outside_memory(Machine& machine, const Access& access);

// To be called for an access to bytes in no array.
void outside_array(Machine& machine, const ShadowMemory& memory, const Access& access);

// To be called for an access whose instruction needs another address.
void misaligned(Machine& machine, const ShadowMemory& memory, const Access& access);

}  // namespace hip_cpu::check
