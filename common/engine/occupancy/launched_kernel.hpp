// A kernel as a variant launches it, and its occupancy.
#pragma once

#include <hippuzzle/types.h>

#include <string>

#include "engine/occupancy/kernel_resources.hpp"
#include "engine/occupancy/multiprocessor.hpp"
#include "engine/occupancy/occupancy_model.hpp"

namespace hippuzzle {

struct LaunchedKernel {
  std::string variant;   // its flag without dashes; "" for a puzzle's only variant
  std::string size;      // "1024"
  std::string platform;  // whose module it is of: "nvidia"
  std::string name;      // "tiled_matmul", without parameters and template arguments
  KernelResources resources;
  hippuzzle_launch_configuration launch;
  Multiprocessor device;
  Occupancy occupancy;
};

// "tiled_matmul" of its mangled name; the name itself where it is none.
std::string short_kernel_name(const std::string& mangled);

}  // namespace hippuzzle
