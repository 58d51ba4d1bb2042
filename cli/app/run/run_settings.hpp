// The command line's options of a run, as the judge takes them.
#pragma once

#include <chrono>

#include "cli/args/option_groups.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/run_options.hpp"

namespace hippuzzle {

RunOptions run_options(const RunSettings& settings);

// A limit of time, of at least one.
std::chrono::milliseconds in_milliseconds(double seconds);

WantedDevice wanted_device(const RunSettings& settings);

}  // namespace hippuzzle
