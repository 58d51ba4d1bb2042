#include "engine/performance/bench/scaling.hpp"

#include <algorithm>

namespace hippuzzle {

double ScalingRow::speed_up(size_t point) const {
  const Summary &one = points.front().measured.time, &many = points[point].measured.time;
  return one.count == 0 || many.count == 0 ? 0 : one.median / many.median;
}

void Scaling::add(unsigned devices, const Bench& bench) {
  puzzle = bench.puzzle;
  size = bench.size;
  platform = bench.platform;
  device = bench.device;
  for (const Measurement& m : bench.results) {
    auto row = std::ranges::find(rows, m.name, &ScalingRow::variant);
    if (row == rows.end()) row = rows.insert(rows.end(), {m.name, {}});
    row->points.push_back({devices, m});
  }
}

}  // namespace hippuzzle
