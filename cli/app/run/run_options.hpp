// What the command line says of a run, as the judge takes it.
#pragma once

#include "cli/args/option_groups.hpp"
#include "engine/catalog/backend.hpp"
#include "engine/judge/run_options.hpp"

namespace hippuzzle {

RunOptions run_options(const RunSettings& settings);

WantedDevice wanted_device(const RunSettings& settings);

}  // namespace hippuzzle
