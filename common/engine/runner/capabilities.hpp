// A variant's requirements of a device, in the words of hippuzzle/device.h.
#pragma once

#include <hippuzzle/device.h>

#include <string>

namespace hippuzzle {

// Throws Error(unsupported) when the device lacks one of the words.
void require_capabilities(const std::string& required, const hippuzzle_device_info& device);

}  // namespace hippuzzle
