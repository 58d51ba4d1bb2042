#include "engine/occupancy/residency.hpp"

#include <algorithm>
#include <cmath>

namespace hippuzzle {

unsigned Residency::percent() const {
  return static_cast<unsigned>(std::nearbyint(100 * occupancy.fraction()));
}

std::vector<Residency> residencies(const SearchPath& search_path, unsigned threads,
                                   unsigned shared_bytes, const std::vector<std::string>& devices) {
  std::vector<Residency> all;
  for (const std::string& name : devices.empty() ? known_architectures(search_path) : devices) {
    Multiprocessor device = multiprocessor_of(search_path, name);
    const Occupancy occupancy =
        occupancy_of({.registers = assumed_registers}, threads, shared_bytes, device);
    all.push_back({std::move(device), occupancy});
  }
  return all;
}

const Residency& least_of(const std::vector<Residency>& all) {
  return *std::ranges::min_element(all, {},
                                   [](const Residency& r) { return r.occupancy.fraction(); });
}

}  // namespace hippuzzle
