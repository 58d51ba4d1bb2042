// The platforms and devices of this machine: for people, and for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/judge/catalog/device_list.hpp"

namespace hippuzzle {

// A line a device, or why a platform has none. Lines end with a line break.
std::string devices_text(const std::vector<PlatformDescription>& platforms, const Look& look);

// One object: {"platforms": […]}.
std::string devices_json(const std::vector<PlatformDescription>& platforms, const Look& look);

std::vector<Format<std::vector<PlatformDescription>>> devices_formats();

}  // namespace hippuzzle
