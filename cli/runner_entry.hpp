// Tells a runner process, which the judge starts as this same binary, from a user's call.
#pragma once

#include <optional>

#include "engine/runner/runner.hpp"

namespace hippuzzle {

// The descriptors of "--runner=JOB,EVENTS,MEMORY"; nullopt for any other command line.
std::optional<RunnerDescriptors> runner_descriptors(int argc, char** argv);

}  // namespace hippuzzle
