// Counts on their way from the runner to the judge.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/protocol/access_counts.hpp"

namespace hippuzzle {

nlohmann::ordered_json to_json(const LaunchCounts& counts);

// Throws a std::exception on what to_json() did not write.
LaunchCounts launch_counts_from_json(const nlohmann::ordered_json& j);

}  // namespace hippuzzle
