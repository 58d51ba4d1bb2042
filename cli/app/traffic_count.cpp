#include "cli/app/traffic_count.hpp"

#include <algorithm>

#include "cli/app/check_run.hpp"
#include "engine/judge/judge.hpp"

namespace hippuzzle {

TrafficCount count_traffic(const VariantRef& ref, const hippuzzle_extents& extents,
                           const SearchPath& search_path, Learner* learner, RunOptions options) {
  constexpr double few_operations = 4e6;  // of a checked launch, which takes some seconds then
  constexpr uint64_t few_blocks = 18;     // of a larger one: each edge and corner of the grid, and
                                          // as many of what lies between
  CheckSettings settings;
  settings.counts = true;
  settings.size = extents;
  settings.blocks = ref.variant->flops(&extents) > few_operations ? few_blocks : 0;
  options.quiet = true;
  const VariantResult result = check(ref, search_path, learner, options, settings);
  if (result.counts.empty()) return {std::nullopt, result.reason};
  if (!std::ranges::all_of(result.counts, &LaunchCounts::complete)) {
    return {std::nullopt, "the checker stopped it; `hippuzzle check` says where"};
  }
  return {traffic_of(result.counts), ""};
}

}  // namespace hippuzzle
