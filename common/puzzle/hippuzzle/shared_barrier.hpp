// A barrier in shared memory that separates arriving from waiting (an mbarrier), so that some warps
// of a block can produce data for other warps. Phases alternate between parity 0 and 1; a phase
// ends when as many threads have arrived as init() said and all bytes that were announced have
// come.
//
// For kernels that require "wgmma". On the CPU platform a thread that waits lets the others run.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>

namespace hippuzzle {

#if HIPPUZZLE_PLATFORM_CPU

class SharedBarrier {
 public:
  HIP_CPU_UNCHECKED __device__ void init(unsigned arrivals) {
    arrivals_ = missing_ = arrivals * 32;
    parity_ = 0;
  }
  __device__ void arrive() { count(32); }
  __device__ void arrive_as_warp(unsigned) { count(1); }
  // Copies are complete when they return here, so there is nothing to announce.
  __device__ void arrive_and_expect(unsigned) { arrive(); }
  __device__ void arrive_in_cluster(unsigned) { arrive(); }

  // Returns once the phase of this parity has ended.
  HIP_CPU_UNCHECKED __device__ void wait(unsigned parity) const {
    while (parity_ == parity) hip_cpu_yield();
    hip_cpu_acquire(this);
  }

 private:
  HIP_CPU_UNCHECKED __device__ void count(unsigned lanes) {
    hip_cpu_release(this);
    missing_ -= lanes;
    if (missing_ != 0) return;
    missing_ = arrivals_;
    parity_ = parity_ ^ 1;
  }

  unsigned arrivals_, missing_;  // in lanes, of which a warp has 32
  volatile unsigned parity_;     // of the phase that is under way
};

__device__ inline void publish_barriers() {}
__device__ inline void publish_to_async_proxy() {}
__device__ inline void warp_sync() { __syncwarp(); }

#elif HIPPUZZLE_PLATFORM_NVIDIA

__device__ inline unsigned shared_address(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

class SharedBarrier {
 public:
  __device__ void init(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals)
                 : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address()) : "memory");
  }
  // All lanes of a warp, as one arrival.
  __device__ void arrive_as_warp(unsigned lane) {
    __syncwarp();
    if (lane == 0) arrive();
  }
  // Arrives, and makes the phase wait for that many bytes of asynchronous copies as well.
  __device__ void arrive_and_expect(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()),
                 "r"(bytes)
                 : "memory");
  }
  // Arrives at this barrier's twin in block `rank` of the cluster.
  __device__ void arrive_in_cluster(unsigned rank) {
    asm volatile(
        "{\n.reg .b32 twin;\nmapa.shared::cluster.u32 twin, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [twin];\n}" ::"r"(address()),
        "r"(rank)
        : "memory");
  }
  __device__ void wait(unsigned parity) const {
    asm volatile(
        "{\n.reg .pred done;\nagain:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}" ::"r"(
            address()),
        "r"(parity)
        : "memory");
  }
  __device__ unsigned address() const { return shared_address(this); }

 private:
  std::uint64_t state_;
};

// Between init() and the first use by other threads or the copy engine; a block barrier follows.
__device__ inline void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// Between ordinary stores to shared memory and its use by matrix cores or the copy engine; a
// barrier follows.
__device__ inline void publish_to_async_proxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// All lanes of a warp meet; each sees what the others have written to memory before.
__device__ inline void warp_sync() { __syncwarp(); }

#else

// So that a kernel that is discarded here still parses.
class SharedBarrier {
 public:
  __device__ void init(unsigned);
  __device__ void arrive();
  __device__ void arrive_as_warp(unsigned);
  __device__ void arrive_and_expect(unsigned);
  __device__ void arrive_in_cluster(unsigned);
  __device__ void wait(unsigned) const;
};
__device__ void publish_barriers();
__device__ void publish_to_async_proxy();
__device__ void warp_sync();

#endif

// Walks round a ring of stages: which comes next, and the parity of the phase it is in.
template <unsigned Stages>
struct StageCursor {
  unsigned index = 0, parity = 0;
  __device__ void advance() {
    if (++index == Stages) index = 0, parity ^= 1;
  }
};

}  // namespace hippuzzle
