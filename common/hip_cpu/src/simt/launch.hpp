// Launches that are refused.
#pragma once

#include <hip_cpu/launch.hpp>

namespace hip_cpu {

// Why a launch runs nothing; hipSuccess when it may run.
hipError_t launch_error(const LaunchRequest& request);

}  // namespace hip_cpu
