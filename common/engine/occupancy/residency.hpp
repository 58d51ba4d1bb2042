// The occupancy of a launch on every known multiprocessor, for kernels that are not compiled for a
// GPU: their registers are assumed.
#pragma once

#include <string>
#include <vector>

#include "engine/occupancy/occupancy_model.hpp"

namespace hippuzzle {

// The registers of a thread. With 32 of them each known multiprocessor can hold all of its warps,
// and small kernels need fewer.
inline constexpr unsigned assumed_registers = 32;

struct Residency {
  Multiprocessor device;
  Occupancy occupancy;

  unsigned percent() const;  // rounded
};

// A block's, with its dynamic shared memory, on the devices or, without any, on each architecture
// that the shipped data describes.
std::vector<Residency> residencies(const SearchPath& search_path, unsigned threads,
                                   unsigned shared_bytes,
                                   const std::vector<std::string>& devices = {});

// The one with the smallest share of its warps; the first of several.
const Residency& least_of(const std::vector<Residency>& all);

}  // namespace hippuzzle
