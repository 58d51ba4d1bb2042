// Warp operations: lanes that call different ones, or whose masks and sources name lanes that take
// no part.
#pragma once

#include <cstdint>

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// The number of lanes of a warp.
inline unsigned warp_width() { return static_cast<unsigned>(warpSize); }

// Two lanes of a mask that call different operations.
struct MixedCalls {
  unsigned lanes[2];
  const char* names[2];  // null: not known
};

// To be called before a warp operation. Reports a mask that does not name the running lane.
void require_own_lane(Machine& machine, std::uint64_t mask, const void* code);

// To be called while both lanes are still in their calls.
void report_mixed(Machine& machine, const MixedCalls& mixed);

// To be called when the running lane has met those lanes. Reports a lane that the mask names and
// that came to its end elsewhere: in the same call with another mask, or, when this one already
// waited, in another operation that asks for lanes which wait here.
void require_lanes(Machine& machine, const WarpCall& call, std::uint64_t met, const void* code);

// To be called when the running lane reads from the lane `source`. Reports a lane that takes no
// part in the operation, or that the block does not have.
void require_source(Machine& machine, unsigned source, std::uint64_t mask, std::uint64_t met,
                    const void* code);

}  // namespace hip_cpu::check
