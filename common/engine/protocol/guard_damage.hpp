// What a kernel did to the guard zones around a buffer.
#pragma once

#include <cstdint>

namespace hippuzzle {

// Bytes of a guard zone that no longer hold what was put there.
struct GuardDamage {
  bool before;            // in the zone before the buffer, else in the one behind it
  uint64_t first_offset;  // distance of the damaged byte that is nearest to the buffer, in bytes
  uint64_t bytes;         // how many bytes are damaged
};

}  // namespace hippuzzle
