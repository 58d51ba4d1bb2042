// Times the links of the devices that are open: to the host, in pairs, all at once in a ring, and
// the collectives of the vendor's library. Runner process only.
#pragma once

#include "engine/protocol/event.hpp"
#include "engine/runner/device.hpp"

namespace hippuzzle {

// most_bytes: of the largest copy. Gives CollectivesFound, LinkTimed*. Throws Error(unsupported)
// when the device runtime cannot do it, DeviceError when a call fails.
void measure_links(const Device& device, uint64_t most_bytes, const EventSink& sink);

}  // namespace hippuzzle
