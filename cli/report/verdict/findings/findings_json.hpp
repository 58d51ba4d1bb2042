// The checker's findings and counts as JSON; docs/reference/check.md says what the objects hold.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// Arrays: an object for each finding, each launch, each remark.
nlohmann::ordered_json findings_json(const VariantResult& result);
nlohmann::ordered_json counts_json(std::span<const LaunchCounts> launches);
nlohmann::ordered_json remarks_json(const VariantResult& result);

}  // namespace hippuzzle
