// Clocks, temperature and power of the open device, from the vendor's library or the kernel's
// files, where there are any. Found at run time: no platform needs them.
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <hippuzzle/platform.hpp>

#if HIPPUZZLE_PLATFORM_NVIDIA
#include "sensors_nvml.hpp"
#elif HIPPUZZLE_PLATFORM_AMD
#include "sensors_sysfs.hpp"
#else
namespace hippuzzle {

inline void read_sensors_of(int, hippuzzle_sensors*) {
}  // a processor's cores differ: nothing to say

}  // namespace hippuzzle
#endif
