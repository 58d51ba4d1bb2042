// The memory traffic of a variant's launch at a size, counted by the checker of the CPU platform.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/app/learner/learner.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/run_options.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/performance/roofline/traffic.hpp"

namespace hippuzzle {

struct TrafficCount {
  std::optional<Traffic> traffic;
  std::string why_not;  // one sentence without a full stop; "" when it was counted
};

struct CountSettings {
  std::optional<uint64_t> blocks = {};  // of a launch, 0 for all; else all of a small one, and of a
                                        // large one a sample that takes seconds, or is given up
                                        // after twenty
  uint32_t multiprocessors = 0;         // of the device whose traffic it is, for kernels that ask
};

// Counts the learner's kernels, or without a learner the reference's. Throws Error(load_failed)
// when the learner's kernels do not compile.
TrafficCount count_traffic(const VariantRef& ref, const hippuzzle_extents& extents,
                           const SearchPath& search_path, Learner* learner, RunOptions options,
                           const CountSettings& how);

}  // namespace hippuzzle
