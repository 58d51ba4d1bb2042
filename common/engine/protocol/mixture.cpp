#include "engine/protocol/mixture.hpp"

#include <algorithm>
#include <array>
#include <hippuzzle/puzzle.hpp>

namespace hippuzzle {
namespace {

constexpr size_t cuts = 16;

}  // namespace

std::vector<Stretch> mixture(uint64_t seed, uint32_t buffer, uint64_t elements, bool is_whole) {
  Random of_all(seed);
  const auto set_of_whole = static_cast<uint32_t>(of_all.bits() & 1);
  if (is_whole) return {{0, elements, set_of_whole}};
  Random random(of_all.bits() + buffer);
  auto set = static_cast<uint32_t>(random.bits() & 1);
  std::array<uint64_t, cuts + 1> ends;
  for (uint64_t& end : ends) end = random.bits() % (elements + 1);
  ends.back() = elements;
  std::ranges::sort(ends);
  std::vector<Stretch> all;
  uint64_t first = 0;
  for (const uint64_t end : ends) {
    if (end > first) all.push_back({first, end - first, set});
    first = end;
    set ^= 1;
  }
  return all;
}

}  // namespace hippuzzle
