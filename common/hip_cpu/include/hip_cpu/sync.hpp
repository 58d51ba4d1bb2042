// Barriers and fences.
//
// A barrier is met by all threads of the block that have not exited, wherever in the source each of
// them calls it. Threads of a block take turns on one OS thread and switch only at barriers, warp
// operations and hip_cpu_yield(): a thread that spins until another one of its own block writes
// something calls that in its loop, or waits for ever.
#pragma once

#include <hip_cpu/checked.hpp>

#ifdef __clang__
#define HIP_CPU_CONVERGENT __attribute__((nomerge, convergent))
#else
#define HIP_CPU_CONVERGENT
#endif

extern "C" HIP_CPU_CONVERGENT void __syncthreads() HIP_CPU_ENTRY("hip_cpu_checked_syncthreads");

// Lets the other threads of the block go on first. Not one of HIP's functions: a GPU's threads need
// none.
extern "C" void hip_cpu_yield() HIP_CPU_ENTRY("hip_cpu_checked_yield");

// Barriers that also tell every thread for how many of them the predicate is not zero, whether for
// all, whether for any.
HIP_CPU_CONVERGENT int __syncthreads_count(int predicate)
    HIP_CPU_ENTRY("hip_cpu_checked_syncthreads_count");
HIP_CPU_CONVERGENT int __syncthreads_and(int predicate)
    HIP_CPU_ENTRY("hip_cpu_checked_syncthreads_and");
HIP_CPU_CONVERGENT int __syncthreads_or(int predicate)
    HIP_CPU_ENTRY("hip_cpu_checked_syncthreads_or");

// A barrier of all threads of a grid of several blocks that run at once (launch_cooperatively), and
// whether the running one is such a grid. Elsewhere the barrier ends the program with a sentence.
extern "C" HIP_CPU_CONVERGENT void hip_cpu_grid_barrier();
extern "C" int hip_cpu_is_cooperative();

// Blocks run on several processors, so the device's and the system's fence are the processor's;
// threads of one block share an OS thread, and only the compiler must not reorder.
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// For code that lets threads of a block wait for each other by means of its own, built on
// hip_cpu_yield(). A checked kernel then knows that everything a thread did before it released
// `object` is over for each thread that acquires `object` later. Nothing else happens here.
#if HIP_CPU_CHECKED
extern "C" void hip_cpu_release(const void* object) HIP_CPU_ENTRY("hip_cpu_checked_release");
extern "C" void hip_cpu_acquire(const void* object) HIP_CPU_ENTRY("hip_cpu_checked_acquire");
#else
inline void hip_cpu_release(const void*) {}
inline void hip_cpu_acquire(const void*) {}
#endif

// For barriers of such code, which are objects in shared memory: one thread initialises the object
// before others use it, and not again while they may. A thread that waits lets the others go on
// and says how many of the arrivals that it waits for have come; each arrival is announced. A block
// whose threads all wait ends with a sentence.
extern "C" void hip_cpu_wait_at_barrier(unsigned arrived, unsigned expected)
    HIP_CPU_ENTRY("hip_cpu_checked_wait_at_barrier");
#if HIP_CPU_CHECKED
extern "C" void hip_cpu_init_barrier(const void* object)
    HIP_CPU_ENTRY("hip_cpu_checked_init_barrier");
extern "C" void hip_cpu_use_barrier(const void* object)
    HIP_CPU_ENTRY("hip_cpu_checked_use_barrier");
inline void hip_cpu_arrive_at_barrier() {}
#else
inline void hip_cpu_init_barrier(const void*) {}
inline void hip_cpu_use_barrier(const void*) {}
extern "C" void hip_cpu_arrive_at_barrier();
#endif

// For code that begins copies to shared memory. A GPU makes such copies on its own; here they are
// done when the call returns. A checked kernel then knows that nobody may touch the bytes before
// the calling thread has waited, for all of its copies or for all groups but the last ones. A group
// ends with the call that says so.
#if HIP_CPU_CHECKED
extern "C" {
void hip_cpu_begin_copy(const void* to, __SIZE_TYPE__ bytes)
    HIP_CPU_ENTRY("hip_cpu_checked_begin_copy");
void hip_cpu_end_copy_group() HIP_CPU_ENTRY("hip_cpu_checked_end_copy_group");
void hip_cpu_wait_for_copies(unsigned pending_groups)
    HIP_CPU_ENTRY("hip_cpu_checked_wait_for_copies");
void hip_cpu_wait_for_all_copies() HIP_CPU_ENTRY("hip_cpu_checked_wait_for_all_copies");
}
#else
inline void hip_cpu_begin_copy(const void*, __SIZE_TYPE__) {}
inline void hip_cpu_end_copy_group() {}
inline void hip_cpu_wait_for_copies(unsigned) {}
inline void hip_cpu_wait_for_all_copies() {}
#endif

// For code that emulates matrix cores: one thread of a warp says that the warp multiplies, in
// products of 16 x 8 x 8. Counted in a checked kernel.
#if HIP_CPU_CHECKED
extern "C" void hip_cpu_multiply_matrices(unsigned products)
    HIP_CPU_ENTRY("hip_cpu_checked_multiply_matrices");
#else
inline void hip_cpu_multiply_matrices(unsigned) {}
#endif
