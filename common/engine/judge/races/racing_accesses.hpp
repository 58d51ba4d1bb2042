// The two accesses of a race, found in a trace of the blocks that make them.
#pragma once

#include <vector>

#include "engine/judge/explained_race.hpp"

namespace hippuzzle {

// The accesses in the order in which they ran: blocks by their numbers, threads as they were
// recorded. Two, or none where the trace does not have both; two whose order matters, if there are
// such. The trace is of one or two blocks.
std::vector<RacingAccess> racing_accesses(const Trace& trace, const Finding& race);

// Whether a read or the memory's last value would differ if the second access came first. True
// where the trace does not have the values.
bool order_matters(const Trace& trace, const std::vector<RacingAccess>& both);

}  // namespace hippuzzle
