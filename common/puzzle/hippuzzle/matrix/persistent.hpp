// The size of a persistent grid: as many blocks as the device runs at once.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

namespace hippuzzle {

// The number of the current device's multiprocessors; 0 if it cannot be asked.
inline unsigned multiprocessors() {
  int device = 0, count = 0;
  if (hipGetDevice(&device) != hipSuccess) return 0;
  if (hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, device) != hipSuccess)
    return 0;
  return static_cast<unsigned>(count);
}

// The fewest blocks that are through with `items` in as few rounds as `resident` ones: more of them
// would only wait for the last round's, and cost power meanwhile.
inline unsigned even_blocks(unsigned items, unsigned resident) {
  if (items == 0 || resident == 0) return 1;
  const unsigned rounds = (items + resident - 1) / resident;
  return (items + rounds - 1) / rounds;
}

// Blocks of `threads` threads and `shared_bytes` of dynamic shared memory that run `kernel` at the
// same time on the whole device; at least 1.
template <class Kernel>
unsigned resident_blocks(Kernel kernel, unsigned threads, unsigned shared_bytes) {
#if HIPPUZZLE_PLATFORM_CPU
  (void)kernel, (void)threads, (void)shared_bytes;
  const int each = 1;  // an OS thread runs one
#else
  int each = 0;
  if (hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, static_cast<int>(threads),
                                                   shared_bytes) != hipSuccess) {
    (void)hipGetLastError();
  }
#endif
  const unsigned all = static_cast<unsigned>(each) * multiprocessors();
  return all > 0 ? all : 1;
}

}  // namespace hippuzzle
