// Inputs that a kernel sees once: a buffer's elements come in stretches from two sets of inputs.
// The runner mixes the sets on the device before each timed launch, and the judge mixes them again
// for the launches that it checks, so both compute the stretches from one seed.
#pragma once

#include <cstdint>
#include <vector>

namespace hippuzzle {

struct Stretch {
  uint64_t first = 0, count = 0;  // elements
  uint32_t set = 0;

  bool operator==(const Stretch&) const = default;
};

// The stretches of a buffer in their order, without gaps. buffer: its number among the launch's.
// is_whole: the buffer has one stretch, of the set that all such buffers come from with this seed.
std::vector<Stretch> mixture(uint64_t seed, uint32_t buffer, uint64_t elements, bool is_whole);

}  // namespace hippuzzle
