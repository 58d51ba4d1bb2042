// The two accesses of a race, found in a trace of the blocks that make them.
#pragma once

#include <vector>

#include "engine/judge/explained_race.hpp"

namespace hippuzzle {

// The accesses in the order in which they ran: blocks by their numbers, threads as they were
// recorded. Two, or none where the trace does not have both. The trace is of one or two blocks.
std::vector<RacingAccess> racing_accesses(const Trace& trace, const Finding& race);

}  // namespace hippuzzle
