// A flag in global memory by which one block tells another that something it wrote there is ready.
// One thread raises it, one takes it, any number of times by turns; zeroed memory is a flag that is
// down, and each launch leaves it so. Launches that use the same flags must not overlap.
//
//   data[threadIdx.x] = …; __syncthreads(); if (threadIdx.x == 0) flag.raise();   // block 0
//   if (threadIdx.x == 0) flag.take(); __syncthreads(); … = data[threadIdx.x];    // block 1
//
// A block may wait only for blocks with lower numbers: where not all blocks run at once, those run
// first, one after the other if need be.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/shared_barrier.hpp>

namespace hippuzzle {

class GlobalFlag {
 public:
  // One thread. Announces its earlier writes and, after a barrier, the writes of others.
  __device__ void raise() {
    __threadfence();
    atomic_exchange(&raised_, 1u);
  }
  // One thread. Returns once the flag was up, and leaves it down. Then the thread sees the
  // announced writes, and after a barrier others see them.
  __device__ void take() {
    while (atomic_exchange(&raised_, 0u) == 0) let_others_run();
    __threadfence();
  }

  // The same for a warp of 32 lanes, with all of them; for kernels that require "wgmma".
  __device__ void raise_as_warp(unsigned lane) {
    warp_sync();
    if (lane == 0) raise();
  }
  __device__ void take_as_warp(unsigned lane) {
#if HIPPUZZLE_PLATFORM_NVIDIA
    // A loop in one lane would make the compiler think that the warp's lanes part here for good,
    // and keep their common values in registers of each lane.
    asm volatile(
        "{\n.reg .pred down;\n.reg .b32 raised;\nagain:\n"
        "ld.relaxed.gpu.global.u32 raised, [%0];\nsetp.eq.u32 down, raised, 0;\n"
        "vote.sync.any.pred down, down, 0xffffffff;\n@down bra.uni again;\n}" ::"l"(&raised_)
        : "memory");
    __threadfence();
    __syncwarp();
    if (lane == 0) atomic_exchange(&raised_, 0u);
#else
    if (lane == 0) take();
    warp_sync();
#endif
  }

 private:
  __device__ static void let_others_run() {
#if HIPPUZZLE_PLATFORM_CPU
    hip_cpu_yield();
#endif
  }

  unsigned raised_;
};

}  // namespace hippuzzle
