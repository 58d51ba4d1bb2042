// The kernels and the state of the device runtime's functions for measuring.
#pragma once

#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdint>
#include <hippuzzle/clock.hpp>

#include "device_traits.hpp"

namespace hippuzzle {

// Blocks its stream until the host sets *unblocked, or for `timeout` nanoseconds.
__global__ void blocking_kernel(const volatile int* unblocked, volatile int* timed_out,
                                long long timeout) {
  const long long begin = device_nanoseconds();
  while (*unblocked == 0) {
    if (device_nanoseconds() - begin < timeout) continue;
    *timed_out = 1;
    return;
  }
}

// Counts the elements of `size` bytes each of whose bytes is `byte`.
__global__ void count_filled_elements(const unsigned char* bytes, unsigned char byte, unsigned size,
                                      unsigned long long elements, unsigned long long* count) {
  const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
  unsigned long long found = 0;
  for (unsigned long long i =
           static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
       i < elements; i += stride) {
    bool filled = true;
    // Almost always the first byte decides.
    for (unsigned b = 0; b < size && filled; ++b) filled = bytes[i * size + b] == byte;
    found += filled;
  }
  if (found > 0) atomicAdd(count, found);
}

}  // namespace hippuzzle
