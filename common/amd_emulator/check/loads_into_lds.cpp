#include "amd_emulator/check/loads_into_lds.hpp"

#include <algorithm>

namespace hippuzzle::amd {
namespace {

template <class Is>
std::optional<LoadsIntoLds::Load> take_if(std::vector<LoadsIntoLds::Load>& loads, Is is) {
  const auto found = std::ranges::find_if(loads, is);
  if (found == loads.end()) return std::nullopt;
  const LoadsIntoLds::Load load = *found;
  loads.erase(found);
  return load;
}

}  // namespace

std::optional<LoadsIntoLds::Load> LoadsIntoLds::take_ended(unsigned wave, uint32_t done) {
  return take_if(loads_, [&](const Load& l) { return l.wave == wave && l.number <= done; });
}

std::optional<LoadsIntoLds::Load> LoadsIntoLds::take_writer_of(uint32_t address, uint32_t bytes) {
  return take_if(loads_, [&](const Load& l) {
    for (uint32_t at = address & ~3u; at < address + bytes; at += 4) {
      const uint32_t lane = (at - l.begin) / 4;
      if (at >= l.begin && lane < 64 && (l.lanes >> lane & 1) != 0) return true;
    }
    return false;
  });
}

}  // namespace hippuzzle::amd
