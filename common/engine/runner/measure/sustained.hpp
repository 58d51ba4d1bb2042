// Sustained load: a kernel that is launched again and again, under the device's cap of power, which
// a launch between pauses does not meet.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/runner/measure/timed_kernel.hpp"

namespace hippuzzle {

// One trial, all of it into the same output and with the caches as they are. Batches of about 50 ms
// follow each other; between two of them the device waits some microseconds for the host. When the
// times no longer drift, the clock has settled, and the batches of the next `seconds` are sent:
// each with its mean time of a launch and the state of the device meanwhile. The last one's output
// is left to be retained.
void measure_sustained(TimedKernel& kernel, double seconds, Random& random,
                       const std::function<Sensors()>& read_sensors,
                       const std::function<void(BatchTimed)>& send);

}  // namespace hippuzzle
