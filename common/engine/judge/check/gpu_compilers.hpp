// Kernels that GPU compilers refuse and the CPU's takes: host data, host functions, exceptions, too
// much shared memory.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/results/finding.hpp"

namespace hippuzzle {

// Looks at all kernels of a module that was compiled to be checked, by its file; nothing of it
// runs. Headers of the CPU platform, of the puzzles or of the system are not looked at, nor is a
// declaration that a macro may have changed.
std::vector<Finding> refused_by_gpu_compilers(const std::filesystem::path& module);

}  // namespace hippuzzle
