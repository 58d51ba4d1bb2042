// Whether this process is a runner: the judge starts this same binary with descriptors to talk
// over.
#pragma once

#include <optional>

namespace hippuzzle {

// Runs the job of "--runner=JOB,EVENTS,MEMORY" and returns the exit code; nullopt for any other
// command line.
std::optional<int> become_runner(int argc, char** argv);

}  // namespace hippuzzle
