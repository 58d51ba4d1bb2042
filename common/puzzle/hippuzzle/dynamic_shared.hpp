// dynamic_shared<T>(): the shared memory whose size the launch gives, as an array of T, at a
// multiple of 1024 bytes on a GPU. All callers see the same memory.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

namespace hippuzzle {

// The CPU platform promises no more than a cache line.
inline constexpr unsigned dynamic_shared_alignment = HIPPUZZLE_PLATFORM_CPU ? 64 : 1024;

template <class T>
__device__ inline T* dynamic_shared() {
  extern __shared__
      __attribute__((aligned(dynamic_shared_alignment))) unsigned char hippuzzle_dynamic_shared[];
  return reinterpret_cast<T*>(hippuzzle_dynamic_shared);
}

}  // namespace hippuzzle
