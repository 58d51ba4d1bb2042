// The devices that --devices names: the processes that are started from then on see these alone,
// numbered from 0.
#pragma once

#include <string>
#include <vector>

#include "engine/modules/search_path.hpp"

namespace hippuzzle {

// "0,1,3". Throws Error(usage) for anything but a list of different numbers.
std::vector<int> device_list(const std::string& text);

// The first `count` of them; on the CPU platform `count` simulated ones.
void show_only(const std::vector<int>& devices, size_t count);

// Throws Error(unsupported) when the platform lacks one of the shown devices.
void require_shown(const SearchPath& search_path, const std::string& platform, size_t count);

}  // namespace hippuzzle
