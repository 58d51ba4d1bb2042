// The platforms and devices of this machine, in each format in which they are shown.
#pragma once

#include <string>
#include <vector>

#include "engine/catalog/devices.hpp"

namespace hippuzzle {

// A line a device, or why a platform has none. Lines end with a line break.
std::string devices_text(const std::vector<PlatformDescription>& platforms);

// One object: {"platforms": […]}.
std::string devices_json(const std::vector<PlatformDescription>& platforms);

}  // namespace hippuzzle
