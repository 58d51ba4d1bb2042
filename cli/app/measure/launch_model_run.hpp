// The devices whose models `hippuzzle bench --explain` asks.
#pragma once

#include <string>

#include "engine/judge/catalog/device_list.hpp"
#include "engine/performance/bench/launch_model.hpp"

namespace hippuzzle {

// One of this machine. Throws Error(unsupported).
ModelledDevice modelled_here(const SearchPath& search_path, const std::string& platform,
                             int number);

// The same of a device that has been described.
ModelledDevice modelled(const DeviceDescription& device, const std::string& platform);

// One by the name of its data sheet. Throws Error(usage).
ModelledDevice modelled_by_name(const SearchPath& search_path, const std::string& name);

}  // namespace hippuzzle
