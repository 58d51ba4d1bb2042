// Names that programs expect <hip/hip_runtime.h> to bring besides HIP: the C library's headers and
// two of C++'s, names of the first versions of HIP, and hints about caches, which change nothing
// here.
#pragma once

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <array>
#include <hip_cpu/builtins.hpp>
#include <hip_cpu/checked.hpp>
#include <hip_cpu/sync.hpp>
#include <tuple>

#if defined(HIP_CPU_PROGRAM) && !HIP_CPU_CHECKED
extern "C" void hip_cpu_set_asynchronous_streams(int wanted);

namespace hip_cpu {

// A program's streams work concurrently with it; a checked program runs in the order in which it is
// written.
inline const bool asynchronous_streams = (hip_cpu_set_asynchronous_streams(1), true);

}  // namespace hip_cpu
#endif

enum {
  HIP_SUCCESS = 0,
  HIP_ERROR_INVALID_VALUE,
  HIP_ERROR_NOT_INITIALIZED,
  HIP_ERROR_LAUNCH_OUT_OF_RESOURCES,
};

#ifndef __align__
#define __align__(bytes) __attribute__((aligned(bytes)))
#endif
#define __grid_constant__

using hipLaunchParm = int;  // the first parameter of kernels, once: callers pass any number

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

template <typename T>
T __ldcg(const T* address) {
  return *address;
}
template <typename T>
T __ldca(const T* address) {
  return *address;
}
template <typename T>
T __ldcs(const T* address) {
  return *address;
}
template <typename T>
void __stcg(T* address, T value) {
  *address = value;
}
template <typename T>
void __stcs(T* address, T value) {
  *address = value;
}

// A thread that waits so for other threads of its block lets them run.
inline void __nanosleep(unsigned) { hip_cpu_yield(); }

// The distances of the four bytes.
inline unsigned __vabsdiffu4(unsigned a, unsigned b) {
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const int apart = static_cast<int>(a >> shift & 255) - static_cast<int>(b >> shift & 255);
    result |= static_cast<unsigned>(apart < 0 ? -apart : apart) << shift;
  }
  return result;
}
