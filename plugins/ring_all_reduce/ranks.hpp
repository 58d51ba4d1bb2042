// ring_all_reduce: the ranks of a ring, each on a device.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/hip_check.hpp>

constexpr unsigned TPB = 64;  // threads per block

// Its data are `count` chunks of the same length, for `count` ranks. The rank before it puts the
// chunk that it sends into the inbox, which has room for one chunk.
struct Rank {
  int device;
  hipStream_t stream;      // of that device
  hipEvent_t sent, added;  // of that device, for you to record
  float *data, *inbox;     // on that device
};
