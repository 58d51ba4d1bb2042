#include "engine/occupancy/residency.hpp"

#include <algorithm>
#include <cmath>

namespace hippuzzle {

unsigned Residency::percent() const {
  return static_cast<unsigned>(std::nearbyint(100 * occupancy.fraction()));
}

std::vector<Residency> residencies(const SearchPath& search_path, unsigned threads,
                                   unsigned shared_bytes, unsigned registers) {
  std::vector<Residency> all;
  for (const std::string& name : known_architectures(search_path)) {
    Multiprocessor device = multiprocessor_of(search_path, name);
    const Occupancy occupancy =
        occupancy_of({.registers = registers, .shared_bytes = shared_bytes}, threads, 0, device);
    all.push_back({std::move(device), occupancy});
  }
  return all;
}

const Residency& least_of(const std::vector<Residency>& all) {
  return *std::ranges::min_element(all, {},
                                   [](const Residency& r) { return r.occupancy.fraction(); });
}

}  // namespace hippuzzle
