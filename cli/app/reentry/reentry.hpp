// Whether this process is a program that started itself for something else than a command. Each
// program that runs kernels asks this first of all.
#pragma once

#include <optional>

namespace hippuzzle {

// Does the work of a runner or a confined compiler and returns its exit code; nullopt if
// a user started this process.
std::optional<int> reenter(int argc, char** argv);

}  // namespace hippuzzle
