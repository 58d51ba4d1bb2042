// halo: the parts that a row of cells is divided into, from left to right, each on a device.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/hip_check.hpp>

constexpr unsigned TPB = 64;  // threads per block

// Cells 1 to `cells` are the part's own. Cell 0 and cell `cells` + 1 are its halo: copies of the
// nearest cells of its neighbours. A halo cell without a neighbour is 0 and stays 0.
struct Part {
  int device;
  hipStream_t compute, copies;   // of that device
  hipEvent_t computed, arrived;  // of that device, for you to record
  float *from, *to;              // cells + 2 each, on that device
  unsigned cells;
};
