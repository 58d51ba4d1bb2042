// Reads of memory that nobody has written, and outputs that nobody writes.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// To be called for a read that has unwritten bytes.
void read_unwritten(Machine& machine, ShadowMemory& memory, const Access& access);

// To be called when the process has launched all of its kernels: one finding per output; its count
// is the number of unwritten bytes.
void find_unwritten_outputs(Machine& machine);

}  // namespace hip_cpu::check
