// Whether a module holds code for a device, and whether the machine can do what a launch asks.
#pragma once

#include <hippuzzle/device.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/job.hpp"
#include "engine/runner/device.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle {

// Throws Error(unsupported), with what to build, when a module for AMD has code objects and none
// for the device: HIP itself may end the process in that case.
void require_device_code(const Candidate& candidate, const hippuzzle_device_info& device);

// What a device's error means to the verdict: a launch for which there is no code is a platform
// that is missing, and one between devices that cannot reach each other a machine that is: neither
// is a kernel that is broken.
Error to_verdict(const DeviceError& error, const Candidate& candidate,
                 const hippuzzle_device_info& device);

}  // namespace hippuzzle
