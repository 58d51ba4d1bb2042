// The L1 cache of a platform's devices.
#pragma once

#include <string>

namespace hippuzzle {

// Whether shared memory is a part of the L1 cache, so that both move data at one rate.
bool l1_moves_as_much_as_shared_memory(const std::string& platform);

}  // namespace hippuzzle
