// The platforms and devices of this machine, for people.
#pragma once

#include <string>
#include <vector>

#include "engine/judge/catalog/devices.hpp"

namespace hippuzzle {

// A line a device, or why a platform has none. Lines end with a line break.
std::string devices_text(const std::vector<PlatformDescription>& platforms);

}  // namespace hippuzzle
