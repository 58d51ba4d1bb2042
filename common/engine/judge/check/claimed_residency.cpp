#include "engine/judge/check/claimed_residency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/modules/search_path.hpp"
#include "engine/occupancy/residency.hpp"

namespace hippuzzle {
namespace {

std::span<const hippuzzle_claim> claims_of(const hippuzzle_variant& variant) {
  return {variant.claims, variant.claim_count};
}

unsigned clamped(uint64_t value) {
  return static_cast<unsigned>(std::min<uint64_t>(value, std::numeric_limits<int>::max()));
}

// "on sm_86, blocks of 1024 threads and 0 bytes of shared memory fill 32 of 48 warps"
std::string sentence(const Residency& least, const CaseLaunch& launch) {
  const Occupancy& o = least.occupancy;
  if (!o.impossible.empty())
    return fmt::format("on {} no block has room ({})", least.device.architecture, o.impossible);
  return fmt::format(
      "on {}, blocks of {} thread{} and {} bytes of shared memory fill {} of {} warps",
      least.device.architecture, launch.threads, launch.threads == 1 ? "" : "s",
      launch.shared_bytes, o.active_warps, o.warps);
}

}  // namespace

bool claims_residency(const hippuzzle_variant& variant) {
  return std::ranges::count(claims_of(variant), HIPPUZZLE_RESIDENT, &hippuzzle_claim::what) != 0;
}

std::vector<Finding> broken_residency(const hippuzzle_variant& variant, const CaseView& cases,
                                      std::span<const CaseLaunch> launches) {
  std::vector<Finding> broken;
  const SearchPath shipped({});
  for (const hippuzzle_claim& claim : claims_of(variant)) {
    if (claim.what != HIPPUZZLE_RESIDENT) continue;
    for (const CaseLaunch& launch : launches) {
      const hippuzzle_extents& extents = cases.cases[launch.case_index].extents;
      CountLimit limit{.what = Counted::resident};
      if (claim.most != nullptr) limit.most = claim.most(&extents);
      if (claim.least != nullptr) limit.least = claim.least(&extents);
      const auto all = residencies(shipped, clamped(launch.threads), clamped(launch.shared_bytes));
      const Residency& least = least_of(all);
      const uint64_t percent = least.percent();
      if (percent >= limit.least && percent <= limit.most) continue;
      const std::string detail = sentence(least, launch);
      const auto same = std::ranges::find_if(broken, [&](const Finding& known) {
        return known.kernel == launch.kernel && known.detail == detail &&
               known.get<LimitPart>().limit == limit;
      });
      if (same != broken.end()) {
        ++same->count;
        continue;
      }
      broken.push_back({.kind = FindingKind::claim,
                        .kernel = launch.kernel,
                        .count = 1,
                        .detail = detail,
                        .part = LimitPart{.limit = limit, .counted = percent},
                        .case_index = launch.case_index});
    }
  }
  return broken;
}

}  // namespace hippuzzle
