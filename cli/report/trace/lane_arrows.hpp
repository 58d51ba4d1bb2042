// A warp's shuffle or vote in words and arrows, for a terminal.
#pragma once

#include <string>

#include "engine/results/trace.hpp"

namespace hippuzzle {

// "lanes 0 to 15 ← 16 to 31, lanes 16 to 31 ← themselves" or "votes 10110000 …", from lane 0 on.
std::string lanes_text(const TracedMeeting& meeting);

}  // namespace hippuzzle
