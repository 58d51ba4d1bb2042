// From which address to which a wave's lanes access memory, found for all of them at once.
#pragma once

#include <algorithm>
#include <cstdint>

#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// Of what active lanes hold in a row; lowest_bits: any of the two lowest that one has.
struct Extent {
  uint32_t least = ~0u, greatest = 0, lowest_bits = 0;
};

inline Extent extent(const Wave& wave, const Row& row, uint32_t offset) {
  Extent e;
  const uint64_t exec = wave.exec();
  for (unsigned begin = 0; begin < wave.lanes; begin += half) {
    const auto on = static_cast<uint32_t>(exec >> begin);
    for (unsigned l = 0; l < half; ++l) {
      const uint32_t at = row.lane[begin + l] + offset, mask = -(on >> l & 1);
      e.least = std::min(e.least, at | ~mask);
      e.greatest = std::max(e.greatest, at & mask);
      e.lowest_bits |= at & mask & 3;
    }
  }
  return e;
}

}  // namespace hippuzzle::amd
