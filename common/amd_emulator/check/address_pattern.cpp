#include "amd_emulator/check/address_pattern.hpp"

#include <algorithm>

#include "amd_emulator/wave/effects.hpp"

namespace hippuzzle::amd {
namespace {

constexpr unsigned most_patience = 64;  // misses

struct WordOfLane {
  int32_t word;
  uint8_t lane;
  bool operator<(const WordOfLane& other) const { return word < other.word; }
};

// Several lanes may access one word: the first of them stands for a read, and for a write the last,
// whose value stays.
AddressPattern pattern_of(std::vector<WordOfLane>& all, bool is_write) {
  AddressPattern p;
  std::stable_sort(all.begin(), all.end());
  for (const WordOfLane& one : all) {
    const bool is_known = !p.runs.empty() && p.end == one.word + 1;
    if (is_known && is_write) p.lanes.back() = one.lane;
    if (is_known) continue;
    if (p.runs.empty() || p.end != one.word)
      p.runs.push_back({one.word, 0, static_cast<uint32_t>(p.lanes.size())});
    ++p.runs.back().count;
    p.lanes.push_back(one.lane);
    p.end = one.word + 1;
  }
  if (!p.runs.empty()) p.least = p.runs.front().first;
  return p;
}

}  // namespace

const AddressPattern* AddressPatterns::learn(Slot& slot, const Wave& wave, const Instruction& i,
                                             const Row& addresses) {
  if (++slot.misses % slot.patience != 0) return nullptr;
  slot.patience = std::min(2 * slot.patience, most_patience);
  slot.by = &i;
  slot.exec = wave.exec();
  const MemoryAccess& m = i.effects->memory;
  const unsigned first = slot.exec == 0 ? 0 : static_cast<unsigned>(std::countr_zero(slot.exec));
  bool is_whole = m.bytes % 4 == 0;
  std::vector<WordOfLane> all;
  for (unsigned l = 0; l < most_lanes; ++l) {
    const bool is_on = (slot.exec >> l & 1) != 0;
    slot.masks[l] = is_on ? ~0u : 0;
    slot.distances[l] = addresses.lane[l] - addresses.lane[first];
    if (!is_on) continue;
    is_whole = is_whole && slot.distances[l] % 4 == 0;
    for (unsigned k = 0; k < m.bytes / 4u; ++k) {
      const int32_t word = static_cast<int32_t>(slot.distances[l]) / 4 + static_cast<int32_t>(k);
      all.push_back({word, static_cast<uint8_t>(l)});
    }
  }
  if (!is_whole) all.clear();
  if (!slot.pattern->runs.empty()) retired_.push_back(std::move(slot.pattern));
  slot.pattern =
      std::make_unique<AddressPattern>(pattern_of(all, m.kind == MemoryAccess::Kind::write));
  slot.pattern->first_lane = first;
  return slot.pattern->runs.empty() ? nullptr : slot.pattern.get();
}

}  // namespace hippuzzle::amd
