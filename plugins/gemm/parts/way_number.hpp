// The numbers by which the judge's side and the kernels' side speak of a way (hippuzzle/ways.h).
// They go into tables on disk: when they change, so does ways_revision.
#pragma once

#include <cstdint>
#include <optional>

#include "parts/way_questions.hpp"

constexpr std::uint32_t ways_revision = 1;  // also raised when a change of kernels changes times

// From the lowest bits on, five bits each: tile or right / 16, slices, along_left, along_right;
// then one that says whether a fitted way is transposed, one for all fitted ways, one for all ways.
constexpr std::uint32_t fitted_bit = 1u << 30, way_bit = 1u << 31, transposed_bit = 1u << 29;

constexpr std::uint32_t number_of(const Way& way) { return way_bit | way.slices << 5 | way.tile; }
constexpr std::uint32_t number_of(const FittedWay& way) {
  return way_bit | fitted_bit | (way.transposed ? transposed_bit : 0) | way.along_right << 15 |
         way.along_left << 10 | way.slices << 5 | way.right / fitted_step;
}
constexpr std::uint32_t number_of(const Bf16Way& way) {
  return way.is_fitted() ? number_of(way.fitted) : number_of(way.whole);
}

constexpr bool is_fitted(std::uint32_t number) { return (number & fitted_bit) != 0; }
constexpr Way whole_way(std::uint32_t number) { return {number & 31, number >> 5 & 31}; }
constexpr FittedWay fitted_way(std::uint32_t number) {
  return {(number & 31) * fitted_step, (number & transposed_bit) != 0, number >> 10 & 31,
          number >> 15 & 31, number >> 5 & 31};
}

// The way of this number, if the question has it.
constexpr std::optional<Way> way_of(const WayQuestion& q, const WayCosts& costs,
                                    std::uint32_t number) {
  std::optional<Way> found;
  for_each_way(q, costs, [&](const Way& way, double) {
    if (number_of(way) == number) found = way;
  });
  return found;
}
constexpr std::optional<Bf16Way> way_of(const Bf16Question& q, const Bf16Costs& costs,
                                        std::uint32_t number) {
  std::optional<Bf16Way> found;
  for_each_way(q, costs, [&](const Bf16Way& way, double) {
    if (number_of(way) == number) found = way;
  });
  return found;
}
