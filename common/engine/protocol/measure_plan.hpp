// The plan of a runner that is to measure: several kernels on the same inputs, by turns. Part of a
// Job; the shared memory holds the inputs, and slots for outputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/abi_fields.hpp"
#include "engine/protocol/vendor_product.hpp"

namespace hippuzzle {

struct TimedBuffer {
  // Offsets into the shared memory. An input's contents, one for each set of inputs; inputs at the
  // same offsets are the same. For an output: the slots for retained outputs, one for each set as
  // well; the slots of a kernel's outputs follow each other, each at a multiple of 256 bytes.
  std::vector<uint64_t> offsets = {};
  uint64_t bytes = 0;
  uint32_t element_bytes = 0;
  uint32_t number = 0;  // among the launch's buffers
  bool output = false;
  bool is_whole = false;  // its elements are never mixed from two sets: mixture.hpp
  std::vector<uint64_t> first_contents = {};  // of an in-out output, one for each set

  bool operator==(const TimedBuffer&) const = default;
};
HIPPUZZLE_FIELDS(TimedBuffer, offsets, bytes, element_bytes, number, output, is_whole,
                 first_contents)

// One kernel to time.
struct KernelToTime {
  std::string variant = {};                  // of the candidate's module
  std::string required = {};                 // capability words that it needs
  std::optional<VendorProduct> vendor = {};  // instead of a kernel
  hippuzzle_launch_configuration configuration = {};
  hippuzzle_extents extents = {};
  uint32_t warp_lanes = 0;  // that the extents are for; 0: any
  std::vector<TimedBuffer> buffers = {};
  // Numbers of ways (hippuzzle/ways.h), the fastest of which is timed; none: the module chooses.
  std::vector<uint32_t> ways = {};

  bool operator==(const KernelToTime&) const = default;
};
HIPPUZZLE_FIELDS(KernelToTime, variant, required, vendor, configuration, extents, warp_lanes,
                 buffers, ways)

constexpr uint32_t input_sets = 2;  // that the inputs of timed launches are mixed from, and as many
                                    // outputs are retained of each kernel
constexpr double most_settle_seconds = 6;  // that sustained launches wait for a clock that settles

struct MeasurePlan {
  std::vector<KernelToTime> kernels = {};
  bool cold = true;  // caches flushed before each launch; else warm from a launch on other inputs
  double sustained_seconds = 0;  // of measuring; afterwards only rounds that every set is due begin
  double budget_seconds = 0;     // of measuring; afterwards only rounds that every set is due begin
  double relative_error = 0;     // of each kernel's mean at which measuring ends before
  uint32_t min_samples = 0;      // of each kernel, unless the budget ends first
  uint32_t min_samples_hard = 0;   // of each kernel, though the budget has ended
  uint32_t most_samples = 0;       // of each kernel
  bool launches_may_wait = false;  // for their kernels, as under a profiler; else that is refused
  uint64_t seed = 0;               // for random inputs and inspections: no kernel foresees them

  bool operator==(const MeasurePlan&) const = default;
};
HIPPUZZLE_FIELDS(MeasurePlan, kernels, cold, sustained_seconds, budget_seconds, relative_error,
                 min_samples, min_samples_hard, most_samples, launches_may_wait, seed)

}  // namespace hippuzzle
