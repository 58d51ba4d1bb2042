// The shortest time in which a device can do a variant's work, by its roofs. A kernel below it did
// not do the work in the time that was measured.
#pragma once

#include <string>

#include "engine/performance/roofline/device_ceilings.hpp"

namespace hippuzzle {

// Work that no kernel of the variant can avoid.
struct LeastWork {
  double flops = 0;
  double read_bytes = 0;  // of the inputs, each once
  unsigned devices = 1;   // that share it
};

LeastWork least_work(const hippuzzle_variant& variant, const hippuzzle_extents& extents);

struct TimeFloor {
  double milliseconds = 0;  // 0: no roof says anything
  std::string because;      // "1.6 MB of inputs at 4800 GB/s"
};

// is_cold: the inputs come from device memory, else from the L2 cache. The highest arithmetic roof
// counts, because a kernel may use any instructions.
TimeFloor floor_of(const LeastWork& work, bool is_cold, const Ceilings& ceilings);

// Withholds the times of a result if this one of them, in milliseconds, is far below the floor.
// Roofs are measured as well, so a time is refused only if it is shorter than `fraction` of the
// floor.
void refuse_below(const TimeFloor& floor, double fraction, double time, Measurement& result);

}  // namespace hippuzzle
