// A fiber: a stack on which some threads of a block run, and the switch from one to another.
//
// A thread that waits is one pointer, kept in one place: the queue or the meeting in which it
// waits. It points into the fiber's own stack, so continuing a thread touches only
// cache lines that the thread uses itself.
//
// The switch has two forms with one interface. On x86-64 it is the assembly of fiber_x86_64.cpp,
// which saves the registers that a function call must preserve and nothing else (not the signal
// mask, not the floating-point environment). On other processors, and under AddressSanitizer, which
// must be informed of every switch, it is swapcontext in fiber_portable.cpp. A fiber never moves to
// another OS thread: compilers keep addresses of thread-local variables across a switch.
#pragma once

#include <hip_cpu/builtins.hpp>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HIP_CPU_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HIP_CPU_ASAN 1
#endif
#ifndef HIP_CPU_ASAN
#define HIP_CPU_ASAN 0
#endif

#if defined(__x86_64__) && !HIP_CPU_ASAN && !defined(HIP_CPU_PORTABLE_FIBERS)
#define HIP_CPU_FIBER_X86_64 1
#else
#define HIP_CPU_FIBER_X86_64 0
#endif

namespace hip_cpu {

// A thread that waits. Valid until the thread continues, which the switch to it begins.
struct Suspended {
  uint3 thread_index;
  // The data of the switch's form follow it on the same stack.
};

// A fiber that has not run: a switch to it calls `entry`, which must not return, on the stack
// [bottom, top).
Suspended* new_fiber(char* bottom, char* top, void (*entry)());

// To be called first on a fiber that runs for the first time.
void fiber_begins();

// To be called on the OS thread's own stack after a jump to it, because the jump may have left a
// fiber that never continues.
void fiber_was_left();

// Leaves the running thread in *place, continues the thread that the block's scheduler chooses
// (Block::choose), and returns when this thread is chosen itself.
extern "C" __attribute__((visibility("hidden"))) void hip_cpu_suspend(Suspended** place);

// The queues that threads at a barrier pass through. The assembly of __syncthreads knows the
// offsets of the members: it takes the next thread from here as long as no other goes first.
struct BarrierQueues {
  Suspended** waiting_end;  // where the next thread to arrive is put
  Suspended** ready;        // those past the barrier: the next one,
  Suspended** ready_end;    // and their end; a prefetch may read past it
  unsigned long woken;      // threads that go before these: lanes whose warp operation is complete
};

// The queues of this OS thread's block.
extern "C" __thread BarrierQueues* hip_cpu_barrier_queues
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

}  // namespace hip_cpu
