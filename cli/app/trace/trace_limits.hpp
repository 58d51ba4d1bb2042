// Messages about parts of a recorded launch that cannot be shown. All throw Error.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/results/trace.hpp"

namespace hippuzzle {

// usage: its grid ends before the block.
void require_block(const TracedLaunch& launch);

// unsupported: it is too large to be recorded to its first barrier. what_to_do: "choose …".
void require_phases(const TracedLaunch& launch, std::string_view what_to_do);

// The thread's number in the block. usage: the block has no such thread.
uint32_t flat_thread(const std::array<uint32_t, 3>& thread, const TracedLaunch& launch);

}  // namespace hippuzzle
