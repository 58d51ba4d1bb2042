// The report of occupancy: how many blocks fit a multiprocessor, and why not more.
#pragma once

#include <string>
#include <vector>

#include "engine/performance/occupancy/launched_kernel.hpp"

namespace hippuzzle {

// Text for people: a table for each device; of a single kernel, what each limit comes to.
void print_occupancy_text(const std::string& puzzle, const std::vector<LaunchedKernel>& kernels);

// JSON for programs: one object.
void print_occupancy_json(const std::string& puzzle, const std::vector<LaunchedKernel>& kernels);

// "registers", for people; "scalar_registers", for programs.
std::string to_text(OccupancyLimit limit);
std::string to_key(OccupancyLimit limit);

}  // namespace hippuzzle
