// Whether this process is a program that started itself for something else than a command. Each
// program that runs kernels asks this first of all.
#pragma once

#include <optional>

namespace hippuzzle {

// Does what a runner or a confined compiler was started for; returns its exit code. nullopt where
// a user started this process.
std::optional<int> reenter(int argc, char** argv);

}  // namespace hippuzzle
