// The devices whose models `hippuzzle bench --explain` asks.
#pragma once

#include <string>

#include "engine/performance/bench/launch_model.hpp"

namespace hippuzzle {

// One of this machine. Throws Error(unsupported).
ModelledDevice modelled_here(const SearchPath& search_path, const std::string& platform,
                             int number);

// One by the name of its data sheet. Throws Error(usage).
ModelledDevice modelled_by_name(const SearchPath& search_path, const std::string& name);

}  // namespace hippuzzle
