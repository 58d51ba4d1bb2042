// Tells whether this process is a runner: the judge starts this same binary with descriptors to
// talk over.
#pragma once

#include <optional>

#include "engine/runner/runner.hpp"

namespace hippuzzle {

// The descriptors of "--runner=JOB,EVENTS,MEMORY"; nullopt for any other command line.
std::optional<RunnerDescriptors> runner_descriptors(int argc, char** argv);

}  // namespace hippuzzle
