// Where a kernel stands under a device's roofs, and what would move it. Two models of its traffic
// with device memory, always named, and a third where a profiler counted:
//   requested   what the threads ask for when every operand is fetched for every use: of a product
//               2K - 1 operations and two operands' K elements an output element, no store;
//   compulsory  what no kernel can avoid: all operations over each array moved once;
//   measured    the operations that it executed over the bytes that device memory moved for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/profile/profiled_launch.hpp"
#include "engine/roofline/ceilings.hpp"

namespace hippuzzle {

struct Placement {
  std::string model;       // "requested", "compulsory", "measured (ncu 2025.3.1)"
  std::string arithmetic;  // the ceiling's name: "fp32"
  double flops, bytes;     // of one launch
  double intensity;        // FLOP/B
  double memory_roof;      // GFLOP/s that device memory can feed
  double arithmetic_roof;  // GFLOP/s
  double roof;             // the lower one
  bool memory_binds;
  double measured = 0;  // GFLOP/s, by this model's operations; 0 where nothing was measured
};

struct Placed {
  std::string name;
  std::vector<Placement> placements;
  std::optional<ProfiledLaunch> counted;  // what the last of them comes from
  std::string technique;                  // of the lesson's table
  std::string reason;                     // why that one
};

// milliseconds: 0 where nothing was measured. Throws Error(usage) for a variant without arithmetic.
Placed place(const hippuzzle_variant& variant, const std::string& name,
             const hippuzzle_extents& extents, double milliseconds, const Ceilings& ceilings);

// Adds the third model. The roof is that of the arithmetic in which most operations were executed.
// Throws Error(unsupported) where the counters saw no operation or no byte.
void add_measured(Placed& placed, ProfiledLaunch counted, double milliseconds,
                  const Ceilings& ceilings);

}  // namespace hippuzzle
