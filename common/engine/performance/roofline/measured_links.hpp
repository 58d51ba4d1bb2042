// The measured links between devices: how long a small copy takes, and bytes a second, to the host,
// in each pair, all at once, and by the vendor's collectives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/modules/search_path.hpp"
#include "engine/protocol/event.hpp"

namespace hippuzzle {

struct Links {
  std::string platform;
  bool simulated = false;  // devices of the CPU platform share its processor
  std::vector<DeviceFound> devices = {};
  std::string library = {}, why_no_library = {};  // of collectives, one of the two
  std::vector<LinkTimed> timed = {};
};

// GB/s of a measurement. For a ring: the rate at which one device sends; for a collective: the bus
// bandwidth, the rate that each link carried.
double gigabytes_per_second(const LinkTimed& timed, size_t devices);

// Measures the links from the device with that number on. Throws Error.
Links measure_links(const SearchPath& search_path, const std::string& platform, int device);

}  // namespace hippuzzle
