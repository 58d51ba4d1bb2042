// What the judge asks of a runner that is to measure: several kernels on the same inputs, in turns.
// Part of a Job; beside it the shared memory holds the inputs, and room for outputs.
#pragma once

#include <hippuzzle/types.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/vendor_product.hpp"

namespace hippuzzle {

struct MeasuredBuffer {
  // Into the shared memory. An input's contents, one for each set of inputs; inputs at the same
  // offsets are the same. For the output the rooms for what is kept, one for each set as well.
  std::vector<uint64_t> offsets;
  uint64_t bytes;
  uint32_t element_bytes;
  bool output;
};

// One thing to measure.
struct MeasuredItem {
  std::string variant;                  // of the job's module
  std::string required;                 // capability words that it needs
  std::optional<VendorProduct> vendor;  // in the place of a kernel
  hippuzzle_launch_configuration configuration;
  hippuzzle_extents extents;
  std::vector<MeasuredBuffer> buffers;
};

constexpr uint32_t input_sets = 2;         // that each item is measured on
constexpr double most_settle_seconds = 6;  // that a turn waits for a clock that settles

struct MeasurePlan {
  std::vector<MeasuredItem> items;
  uint32_t input_sets = 0;
  bool cold = true;  // caches flushed before each launch; else warm from the same launch
  double sustained_seconds = 0;  // of a turn of launches without pauses, afterwards; 0 for none
  double budget_seconds = 0;   // of measuring; then no turn begins but those that every set is due
  double relative_error = 0;   // of each item's mean at which measuring ends before
  uint32_t least_samples = 0;  // of each item, unless the budget ends first
  uint32_t most_samples = 0;   // of each item
  bool launches_may_wait = false;  // for their kernels, as under a profiler; else that is refused
  uint64_t seed = 0;               // of what no kernel should foresee: inputs and outputs looked at
};

nlohmann::ordered_json to_json(const MeasurePlan& plan);
MeasurePlan to_measure_plan(const nlohmann::ordered_json& j);

}  // namespace hippuzzle
