// Calls of HIP by the host that fail, for the detector of those that nobody looks at.
#pragma once

#include <hip_cpu/launch.hpp>

namespace hip_cpu::check {

// From now on the detector hears of each failing call.
void listen_to_errors();

// Refuses a launch with this error.
void refuse(const LaunchRequest& launch, hipError_t error);

}  // namespace hip_cpu::check
