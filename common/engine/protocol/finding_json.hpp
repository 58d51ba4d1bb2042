// Findings on their way from the runner to the judge.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/protocol/finding.hpp"

namespace hippuzzle {

nlohmann::ordered_json to_json(const Finding& finding);
nlohmann::ordered_json to_json(const std::vector<CodeAddress>& frames);

// Both throw a std::exception on what to_json() did not write.
Finding finding_from_json(const nlohmann::ordered_json& j);
std::vector<CodeAddress> frames_from_json(const nlohmann::ordered_json& j);

}  // namespace hippuzzle
