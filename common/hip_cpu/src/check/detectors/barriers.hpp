// Barriers that some threads do not reach, or call at several places.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// To be called when the threads at the block's barrier are all that come.
void check_arrivals(Machine& machine);

// To be called when blocks wait for ever at a barrier of the grid.
void report_unmet(Machine& machine, const UnmetGridBarrier& barrier);

}  // namespace hip_cpu::check
