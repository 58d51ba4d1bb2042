#include "amd_emulator/check/wave_order.hpp"

#include <algorithm>

namespace hippuzzle::amd {

void HappensBefore::start(size_t count) {
  clocks_.assign(count, 0);
  met_.assign(count, 0);
  knows_.assign(count, {});
  is_coarse_ = count > most_apart;
}

void HappensBefore::acquire(uint32_t who, uint32_t from, uint32_t when) {
  if (is_ordered(from, when, who)) return;
  std::vector<uint32_t>& mine = knows_[who];
  if (is_coarse_) return mine.assign(1, 0);
  if (mine.empty()) mine.assign(clocks_.size(), 0);
  mine[from] = std::max(mine[from], when);
  const std::vector<uint32_t>& theirs = knows_[from];
  for (size_t k = 0; k < theirs.size(); ++k) mine[k] = std::max(mine[k], theirs[k]);
}

void HappensBefore::meet() { met_ = clocks_; }

}  // namespace hippuzzle::amd
