// Pointers to memory that ended with the block, the launch or the thread which stored them.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// To be called for a read of words that may hold pointers.
void check_pointers(Machine& machine, ShadowMemory& memory, const Access& access);

// A kernel makes an object with that table of virtual functions.
void make_object(Address virtual_table);

}  // namespace hip_cpu::check
