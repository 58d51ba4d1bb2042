#include "cli/app/measure/scaling_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/app/measure/visible_devices.hpp"

namespace hippuzzle {

std::vector<unsigned> device_counts(size_t devices, bool all) {
  const auto most = static_cast<unsigned>(devices);
  std::vector<unsigned> counts;
  for (unsigned count = 1; count <= most; ++count) {
    if (all || count == 1 || count == most) counts.push_back(count);
  }
  return counts;
}

Scaling measure_scaling(const std::vector<VariantRef>& refs, const hippuzzle_extents& extents,
                        const Chosen& chosen, const BenchOptions& options, const RunJob& run_job,
                        const std::vector<int>& devices, const std::vector<unsigned>& counts) {
  std::vector<VariantRef> on_several;
  std::ranges::copy_if(refs, std::back_inserter(on_several),
                       [](const VariantRef& ref) { return ref.variant->devices > 1; });
  if (on_several.empty()) {
    throw Error(
        Outcome::usage,
        fmt::format("no variant here of {} uses several devices; choose a variant that does, such "
                    "as gemm's sharded-fp32",
                    refs.front().id));
  }
  Scaling scaling;
  for (const unsigned count : counts) {
    show_only(devices, count);
    scaling.add(count,
                measure_size(count == 1 ? refs : on_several, extents, chosen, options, run_job));
  }
  return scaling;
}

Outcome outcome_of(const Scaling& scaling) {
  std::vector<Outcome> outcomes;
  for (const ScalingRow& row : scaling.rows) {
    for (const ScalingPoint& point : row.points) {
      const Measurement& m = point.measured;
      if (!m.is_baseline || m.outcome != Outcome::unsupported) outcomes.push_back(m.outcome);
    }
  }
  return worst(outcomes);
}

}  // namespace hippuzzle
