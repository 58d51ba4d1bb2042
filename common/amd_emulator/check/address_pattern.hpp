// The words that the lanes of a wave access, as runs of neighbouring words: found once for an
// instruction whose lanes keep their distances from each other, as nearly all do that are executed
// often.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// Word numbers count from the word of the first active lane's address.
struct AddressPattern {
  struct Run {
    int32_t first;
    uint32_t count, lanes_at;  // words; where in `lanes` they have their lanes
  };

  std::vector<Run> runs;       // none: there is no pattern
  int32_t least = 0, end = 0;  // words
  std::vector<uint8_t> lanes;  // for each word, the lane that accesses it
  unsigned first_lane = 0;
};

// The patterns of instructions. Waves of a workgroup have most of them in common.
class AddressPatterns {
 public:
  // The accesses of the wave's active lanes by these addresses; nullptr where they have no pattern:
  // they access parts of words, keep no distances, or none is active.
  const AddressPattern* find(const Wave& wave, const Instruction& i, const Row& addresses) {
    Slot& slot = slots_[i.address / 8 % slots_.size()];
    if (slot.by == &i && slot.exec == wave.exec() && has_distances(slot, addresses, wave.lanes)) {
      if (++slot.hits % 64 == 0 && slot.patience > 1) slot.patience /= 2;
      return slot.pattern->runs.empty() ? nullptr : slot.pattern.get();
    }
    return learn(slot, wave, i, addresses);
  }

  // Patterns that were replaced by others are kept, until nobody needs them.
  size_t retired() const { return retired_.size(); }
  void drop_retired() { retired_.clear(); }

 private:
  struct Slot {
    const Instruction* by = nullptr;
    uint64_t exec = 0;
    unsigned patience = 1, misses = 0, hits = 0;  // patience: misses until a pattern is learned
    alignas(32) std::array<uint32_t, most_lanes> distances = {};  // from the first active lane
    alignas(32) std::array<uint32_t, most_lanes> masks = {};      // all bits of active lanes
    std::unique_ptr<AddressPattern> pattern = std::make_unique<AddressPattern>();
  };

  static bool has_distances(const Slot& slot, const Row& addresses, unsigned lanes) {
    const uint32_t base = addresses.lane[slot.pattern->first_lane];
    return differences(slot, addresses, base, 0) == 0 &&
           (lanes == half || differences(slot, addresses, base, half) == 0);
  }
  static uint32_t differences(const Slot& slot, const Row& addresses, uint32_t base,
                              unsigned first) {
    const uint32_t *address = addresses.lane + first, *distance = slot.distances.data() + first,
                   *mask = slot.masks.data() + first;
    uint32_t all = 0;
    for (unsigned l = 0; l < half; ++l) all |= (address[l] - base - distance[l]) & mask[l];
    return all;
  }
  const AddressPattern* learn(Slot& slot, const Wave& wave, const Instruction& i,
                              const Row& addresses);

  std::vector<Slot> slots_ = std::vector<Slot>(128);
  std::vector<std::unique_ptr<AddressPattern>> retired_;
};

}  // namespace hippuzzle::amd
