// Whether a module holds code for a device, and whether the machine can do what a launch asks.
#pragma once

#include <hippuzzle/device.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/job.hpp"
#include "engine/runner/device.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

// Throws Error(unsupported), with what to build, when a module for AMD has code objects and none
// for the device: HIP itself may end the process in that case.
void require_device_code(const Candidate& candidate, const hippuzzle_device_info& device);

// The verdict that follows from a device's error. A launch for which there is no code means a
// missing platform, and one between devices that cannot reach each other a missing machine: neither
// is a kernel that is broken.
Error to_verdict(const DeviceError& error, const Candidate& candidate,
                 const hippuzzle_device_info& device);

}  // namespace hippuzzle
