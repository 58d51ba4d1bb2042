// A barrier in shared memory that separates arriving from waiting (an mbarrier), so that some warps
// of a block can produce data for other warps. Phases alternate between parity 0 and 1; a phase
// ends when as many threads have arrived as init() said and all bytes that were announced have
// come. The next one begins at once: a barrier is initialised once, not for each phase.
//
//   if (threadIdx.x == 0) full.init(64);  // one thread; publish_barriers() and a barrier follow
//   full.arrive();                        // a thread's earlier writes are done
//   full.wait(parity);                    // the phase of this parity has ended, and its writes
//                                         // are visible
//
// wait(1) returns at once before the first phase has ended. Whole warps wait, or whole warps do
// not. sm_80 and later have such barriers in hardware; elsewhere threads count and poll, at most
// 2^32 arrivals. Members that announce bytes or concern clusters are for kernels that require
// "wgmma". On the CPU platform a thread that waits lets the others run.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/atomic.hpp>

namespace hippuzzle {

#if HIPPUZZLE_PLATFORM_CPU

class SharedBarrier {
 public:
  __device__ void init(unsigned arrivals) {
    hip_cpu_init_barrier(this);
    begin(arrivals);
  }
  __device__ void arrive() {
    hip_cpu_use_barrier(this);
    count(32);
  }
  // 32 lanes of a warp, as one arrival.
  __device__ void arrive_as_warp(unsigned) {
    hip_cpu_use_barrier(this);
    count(1);
  }
  // Copies are complete when they return here, so there is nothing to announce.
  __device__ void arrive_and_expect(unsigned) { arrive(); }
  __device__ void arrive_in_cluster(unsigned) { arrive(); }

  // Returns once the phase of this parity has ended.
  __device__ void wait(unsigned parity) const {
    hip_cpu_use_barrier(this);
    wait_for_end(parity);
  }

 private:
  HIP_CPU_UNCHECKED void begin(unsigned arrivals) {
    arrivals_ = missing_ = arrivals * 32;
    parity_ = 0;
  }
  HIP_CPU_UNCHECKED void wait_for_end(unsigned parity) const {
    while (parity_ == parity) hip_cpu_wait_at_barrier((arrivals_ - missing_) / 32, arrivals_ / 32);
    hip_cpu_acquire(this);
  }
  HIP_CPU_UNCHECKED __device__ void count(unsigned lanes) {
    hip_cpu_release(this);
    hip_cpu_arrive_at_barrier();
    missing_ -= lanes;
    if (missing_ != 0) return;
    missing_ = arrivals_;
    parity_ = parity_ ^ 1;
  }

  unsigned arrivals_, missing_;  // in lanes, of which an arrival has 32
  volatile unsigned parity_;     // of the phase that is under way
};

__device__ inline void publish_barriers() {}
__device__ inline void publish_to_async_proxy() {}
__device__ inline void warp_sync() { __syncwarp(); }

#elif HIPPUZZLE_PLATFORM_NVIDIA

__device__ inline unsigned shared_address(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

#if HIPPUZZLE_HAS_ASYNC_COPY  // and such barriers, in the same architectures

class SharedBarrier {
 public:
  __device__ void init(unsigned arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address()), "r"(arrivals) : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address()) : "memory");
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
#if HIPPUZZLE_HAS_WARPGROUP
#define HIPPUZZLE_WAIT "try_wait"  // which lets the warp sleep
#else
#define HIPPUZZLE_WAIT "test_wait"
#endif
    asm volatile(
        "{\n.reg .pred done;\nagain:\n"
        "mbarrier." HIPPUZZLE_WAIT
        ".parity.shared.b64 done, [%0], %1;\n@!done bra again;\n}" ::"r"(address()),
        "r"(parity)
        : "memory");
#undef HIPPUZZLE_WAIT
  }
  __device__ unsigned address() const { return shared_address(this); }

 private:
  std::uint64_t state_;
};

#endif

// Between init() and the first use by other threads or the copy engine; a block barrier follows.
__device__ inline void publish_barriers() {
#if HIPPUZZLE_HAS_WARPGROUP
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

// Between ordinary stores to shared memory and its use by matrix cores or the copy engine; a
// barrier follows.
__device__ inline void publish_to_async_proxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// All lanes of a warp meet; each sees what the others have written to memory before.
__device__ inline void warp_sync() { __syncwarp(); }

#else

__device__ inline void publish_barriers() {}
// So that a kernel that is discarded here still parses.
__device__ void publish_to_async_proxy();
__device__ void warp_sync();

#endif

#if !HIPPUZZLE_PLATFORM_CPU && !HIPPUZZLE_HAS_ASYNC_COPY

// In software: threads count their arrivals, and wait by asking for the count.
class SharedBarrier {
 public:
  __device__ void init(unsigned arrivals) { arrivals_ = arrivals, count_ = 0; }
  __device__ void arrive() {
    __threadfence_block();
    atomic_add(&count_, 1u);
  }
  __device__ void wait(unsigned parity) {
    while ((arrived() / arrivals_ & 1) == parity) {
    }
    __threadfence_block();
  }

  // So that a kernel that is discarded here still parses.
  __device__ void arrive_as_warp(unsigned);
  __device__ void arrive_and_expect(unsigned);
  __device__ void arrive_in_cluster(unsigned);

 private:
  // Changes nothing; compilers make a plain read of other such operations.
  __device__ unsigned arrived() { return atomic_compare_exchange(&count_, ~0u, ~0u); }

  unsigned arrivals_, count_;
};

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
