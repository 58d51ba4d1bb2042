#include "cli/app/measure/traffic_count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/app/run/check_run.hpp"
#include "engine/judge/cases/cases.hpp"
#include "engine/judge/judge.hpp"

namespace hippuzzle {
namespace {

// The limit for a kernel whose blocks were not named. One block may compute for minutes where it
// has a whole product to itself.
constexpr std::chrono::seconds time_limit{20};

// All blocks of a launch that is counted in seconds. In a larger launch each edge and corner of the
// grid, and as many blocks between them, or fewer if a block computes much.
uint64_t blocks_to_count(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  constexpr double few_operations = 4e6, of_a_sample = 2e7;
  constexpr double fewest = 2, enough = 18;
  const double operations = variant.flops(&extents);
  if (operations <= few_operations) return 0;
  const hippuzzle_extents in_tiles = with_tile(variant, extents);
  const hippuzzle_dim3 grid = variant.configure(&in_tiles).grid;
  const double blocks = static_cast<double>(grid.x) * grid.y * grid.z;
  return static_cast<uint64_t>(std::clamp(of_a_sample * blocks / operations, fewest, enough));
}

}  // namespace

TrafficCount count_traffic(const VariantRef& ref, const hippuzzle_extents& extents,
                           const SearchPath& search_path, Learner* learner, RunOptions options,
                           const CountSettings& how) {
  CheckSettings settings;
  settings.counts = true;
  settings.size = extents;
  settings.blocks = how.blocks.value_or(blocks_to_count(*ref.variant, extents));
  settings.multiprocessors = how.multiprocessors;
  settings.schedules = 1;  // counts are of the first
  options.timeout = how.blocks ? options.timeout * check_takes : time_limit;
  options.quiet = true;
  const VariantResult result = check(ref, search_path, learner, options, settings);
  if (!how.blocks && result.outcome == Outcome::timed_out) {
    return {std::nullopt, fmt::format("that takes more than {} s here; choose a smaller --size, or "
                                      "give it time with --blocks 1",
                                      time_limit.count())};
  }
  if (result.counts.empty()) return {std::nullopt, result.reason};
  if (!std::ranges::all_of(result.counts, &LaunchCounts::complete)) {
    return {std::nullopt, "the checker stopped it; `hippuzzle check` says where"};
  }
  return {traffic_of(result.counts), ""};
}

}  // namespace hippuzzle
