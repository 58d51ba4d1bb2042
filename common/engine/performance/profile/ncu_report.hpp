// Reads numbers from the output of `ncu --csv`.
#pragma once

#include <string>
#include <vector>

#include "engine/performance/profile/profiler.hpp"

namespace hippuzzle {

// A metric a line, among ncu's messages. Throws Error(unsupported) when there is no kernel in it,
// or it is not understood.
std::vector<ProfiledKernel> kernels_of_ncu(const std::string& text);

}  // namespace hippuzzle
