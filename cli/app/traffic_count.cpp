#include "cli/app/traffic_count.hpp"

#include <algorithm>

#include "cli/app/check_run.hpp"
#include "engine/judge/judge.hpp"

namespace hippuzzle {

TrafficCount count_traffic(const VariantRef& ref, const hippuzzle_extents& extents,
                           const SearchPath& search_path, Learner* learner, RunOptions options) {
  constexpr double most_operations = 4e6;  // of a checked launch, which takes some seconds then
  if (ref.variant->flops(&extents) > most_operations) {
    return {std::nullopt, "it is too large to be counted; choose a smaller size"};
  }
  options.quiet = true;
  const VariantResult result = count(ref, search_path, learner, options, extents);
  if (result.counts.empty()) return {std::nullopt, result.reason};
  if (!std::ranges::all_of(result.counts, &LaunchCounts::complete)) {
    return {std::nullopt, "the checker stopped it; `hippuzzle check` says where"};
  }
  return {traffic_of(result.counts), ""};
}

}  // namespace hippuzzle
