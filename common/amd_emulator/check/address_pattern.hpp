// Which words the lanes of a wave access, as runs of neighbouring words: found once for an
// instruction whose lanes keep their distances from each other, as nearly all do that are executed
// often.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// Words count from the one that the first active lane's address lies in.
struct AddressPattern {
  struct Run {
    int32_t first;
    uint32_t count, lanes_at;  // words; where in `lanes` they have their lanes
  };

  std::vector<Run> runs;       // none: there is no pattern
  int32_t least = 0, end = 0;  // words
  std::vector<uint8_t> lanes;  // of each word, the one that accesses it
  unsigned first_lane = 0;
};

// The patterns of instructions. Waves of a workgroup have most of them in common.
class AddressPatterns {
 public:
  // What its active lanes access by these addresses; nullptr where they have no pattern: they
  // access parts of words, keep no distances, or none is active.
  const AddressPattern* find(const Wave& wave, const Instruction& i, const Row& addresses) {
    Slot& slot = slots_[i.address / 8 % slots_.size()];
    if (slot.by == &i && slot.exec == wave.exec() && has_distances(slot, addresses)) {
      if (++slot.hits % 64 == 0 && slot.patience > 1) slot.patience /= 2;
      return slot.pattern.runs.empty() ? nullptr : &slot.pattern;
    }
    return learn(slot, wave, i, addresses);
  }

 private:
  struct Slot {
    const Instruction* by = nullptr;
    uint64_t exec = 0;
    unsigned patience = 1, misses = 0, hits = 0;  // patience: misses until a pattern is learned
    alignas(32) std::array<uint32_t, most_lanes> distances = {};  // from the first active lane
    alignas(32) std::array<uint32_t, most_lanes> masks = {};      // all bits of active lanes
    AddressPattern pattern;
  };

  static bool has_distances(const Slot& slot, const Row& addresses) {
    const uint32_t base = addresses.lane[slot.pattern.first_lane];
    uint32_t differences = 0;
    for (unsigned l = 0; l < most_lanes; ++l)
      differences |= (addresses.lane[l] - base - slot.distances[l]) & slot.masks[l];
    return differences == 0;
  }
  static const AddressPattern* learn(Slot& slot, const Wave& wave, const Instruction& i,
                                     const Row& addresses);

  std::vector<Slot> slots_ = std::vector<Slot>(128);
};

}  // namespace hippuzzle::amd
