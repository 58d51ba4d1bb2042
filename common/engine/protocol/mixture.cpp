#include "engine/protocol/mixture.hpp"

#include <algorithm>
#include <array>

namespace hippuzzle {
namespace {

constexpr size_t cuts = 16;

// SplitMix64, as in hippuzzle::Random, which belongs to the puzzles.
uint64_t next(uint64_t& state) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

std::vector<Stretch> mixture(uint64_t seed, uint32_t buffer, uint64_t elements, bool is_whole) {
  uint64_t state = seed;
  const auto set_of_whole = static_cast<uint32_t>(next(state) & 1);
  if (is_whole) return {{0, elements, set_of_whole}};
  state ^= next(state) + buffer;
  auto set = static_cast<uint32_t>(next(state) & 1);
  std::array<uint64_t, cuts + 1> ends;
  for (uint64_t& end : ends) end = next(state) % (elements + 1);
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
