// Reads numbers from the output of rocprofv3 and rocprof.
#pragma once

#include <string>
#include <vector>

#include "engine/performance/profile/profiler.hpp"

namespace hippuzzle {

// The kernels in reports of rocprofv3, a counter a line, and of rocprof, a kernel a line. Kernels
// of HIP's own are left out. Throw Error(unsupported) when there is no kernel in it, or it is not
// understood.
std::vector<ProfiledKernel> kernels_of_rocprofv3(const std::string& text);
std::vector<ProfiledKernel> kernels_of_rocprof(const std::string& text);

// The sentence about the output of an AMD profiler that counted nothing.
std::string rocprof_diagnostic(const std::string& tool, const std::string& printed);

}  // namespace hippuzzle
