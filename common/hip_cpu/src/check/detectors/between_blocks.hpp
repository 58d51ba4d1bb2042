// Accesses to device memory by blocks that run at the same time: whether they keep apart.
//
// No access is admitted that conflicts with an access of another block of the launch, whatever may
// order the two. The shadow cells are the same as for blocks that run one after the other, but the
// site of an epoch is the number of its worker, because times of different workers do not compare.
// The two reads that a cell keeps are of different blocks as soon as two blocks have read; so a
// later write meets a read of another block. Cells are touched under a lock, except by reads of
// cells that two blocks have read already.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// Checks the access as one of the blocks that run at the same time. Does not return when something
// is to be found there: the launch is given up.
void check_between_blocks(Machine& worker, ShadowMemory& memory, const Access& access);

}  // namespace hip_cpu::check
