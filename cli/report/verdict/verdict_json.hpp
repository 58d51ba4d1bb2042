// Verdicts as JSON objects, which every JSON format has alike.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// The object of one result, {"kind": "variant", …}.
nlohmann::ordered_json variant_json(const VariantResult& result);

// The object of the summary, {"kind": "summary", …}.
nlohmann::ordered_json summary_json(std::span<const Outcome> outcomes, Outcome worst);

}  // namespace hippuzzle
