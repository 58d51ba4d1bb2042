// A launch configuration between the judge and its runner.
#pragma once

#include <hippuzzle/types.h>

#include <nlohmann/json_fwd.hpp>

namespace hippuzzle {

nlohmann::ordered_json configuration_json(const hippuzzle_launch_configuration& configuration);

// Throws a std::exception on what configuration_json() did not write.
hippuzzle_launch_configuration to_configuration(const nlohmann::ordered_json& j);

}  // namespace hippuzzle
