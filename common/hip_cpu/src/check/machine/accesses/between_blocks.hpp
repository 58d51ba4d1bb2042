// Accesses to device memory by blocks that run at the same time: whether they keep apart.
//
// No access is admitted that conflicts with one of another block of the launch, whatever may order
// the two. The shadow cells are those of blocks that run one after the other, but the site of an
// epoch is the number of its worker, because times of different workers do not compare. The two
// reads that a cell keeps are of different blocks as soon as two blocks have read; so a later write
// meets a read of another block. Cells are touched under a lock, except by reads of what two blocks
// have read already.
#pragma once

#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {

// False when something is to be found there; the caller then gives the launch up.
bool admit(CheckedMachine& worker, ShadowMemory& memory, std::uintptr_t address, std::size_t bytes,
           bool writes);

}  // namespace hip_cpu::check
