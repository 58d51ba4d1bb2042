// Strong scaling: how much faster the same problem is on more devices.
#pragma once

#include <string>
#include <vector>

#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

// A variant on that many devices; without a time if the measurement says why.
struct ScalingPoint {
  unsigned devices = 1;
  Measurement measured;
};

struct ScalingRow {
  std::string variant;
  std::vector<ScalingPoint> points;  // the first on one device

  // Over one device; 0 where either has no time.
  double speed_up(size_t point) const;
};

struct Scaling {
  std::string puzzle, size, platform, device;
  std::vector<ScalingRow> rows;

  // Adds the measurements of the variants on `devices` devices.
  void add(unsigned devices, const Bench& bench);
};

}  // namespace hippuzzle
