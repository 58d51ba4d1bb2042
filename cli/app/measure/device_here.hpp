// A device of this machine, as its platform describes it.
#pragma once

#include <string>

#include "engine/judge/catalog/device_list.hpp"

namespace hippuzzle {

// Throws Error(unsupported) when the platform has no device of that number.
DeviceDescription device_here(const SearchPath& search_path, const std::string& platform,
                              int number);

}  // namespace hippuzzle
