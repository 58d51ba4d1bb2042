// Accesses to device memory by blocks that run at the same time: whether they keep apart.
//
// No access is admitted that conflicts with one of another block of the launch, whatever may order
// the two. The records are those of blocks that run one after the other, but a record's site is the
// number of its worker, because times of different workers do not compare. Of two readers that are
// kept, one is of another block than the other as soon as two blocks have read; so whoever writes
// then meets another block's. Records of different workers are touched under a lock, but for reads
// of what two blocks have read already.
#pragma once

#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {

// False when something is to be found there; the caller then gives the launch up.
bool admit(Grid& worker, Region& region, std::uintptr_t address, std::size_t bytes, bool writes);

}  // namespace hip_cpu::check
