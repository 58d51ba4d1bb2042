// What the compilers of GPUs refuse in kernels that the CPU's takes: host data, host functions,
// exceptions, too much shared memory.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/protocol/finding.hpp"

namespace hippuzzle {

// In all kernels of a module that was compiled to be checked, by its file; nothing of it runs. What
// a header of the CPU platform, of the puzzles or of the system does is not looked at, nor is a
// declaration that a macro may have changed.
std::vector<Finding> refused_by_gpu_compilers(const std::filesystem::path& module);

}  // namespace hippuzzle
