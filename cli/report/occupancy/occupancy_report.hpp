// The report of occupancy: how many blocks fit a multiprocessor, and why not more.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/occupancy/launched_kernel.hpp"
#include "engine/results/kernels.hpp"

namespace hippuzzle {

struct Occupancies {
  std::string puzzle;  // "" for blocks of a kernel that nobody compiled
  std::vector<LaunchedKernel> kernels;
  Kernels whose = Kernels::reference;
};

// Text for people: a table for each device, or one of all devices for any kernel's blocks; for a
// single kernel also the number of blocks by each limit.
std::string occupancy_text(const Occupancies& all, const Look& look);

// JSON for programs: one object.
std::string occupancy_json(const Occupancies& all, const Look& look);

std::vector<Format<Occupancies>> occupancy_formats();

// "registers", for people; "scalar_registers", for programs.
std::string to_text(OccupancyLimit limit);
std::string to_key(OccupancyLimit limit);

}  // namespace hippuzzle
