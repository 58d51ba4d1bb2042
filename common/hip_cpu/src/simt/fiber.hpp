// A fiber: a stack on which some threads of a block run, and the switch from one to another.
//
// The switch has two forms with one interface. On x86-64 it is the assembly of fiber_x86_64.cpp,
// which saves what a function call must preserve and nothing else (not the signal mask, not the
// floating-point environment). Elsewhere, and under AddressSanitizer, which must be told of every
// switch, it is swapcontext in fiber_portable.cpp. A fiber never moves to another OS thread:
// compilers keep addresses of thread-local variables across a switch.
#pragma once

#include <cstddef>
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
#include <ucontext.h>
#endif

namespace hip_cpu {

// Cache lines of their own: the scheduler walks the fibers in order.
struct alignas(64) Fiber {
#if HIP_CPU_FIBER_X86_64
  void* stack_pointer = nullptr;
#else
  ucontext_t context;
  const void* stack_bottom = nullptr;
  std::size_t stack_size = 0;
  void* fake_stack = nullptr;  // AddressSanitizer's
#endif
  uint3 thread_index;  // of the thread that waits on this fiber

  // Makes the first switch to the fiber call `entry`, which must not return, on the stack [bottom,
  // top).
  void prepare(char* bottom, char* top, void (*entry)());

  // Fetches what a switch to the fiber will touch.
  void prefetch() const {
#if HIP_CPU_FIBER_X86_64
    __builtin_prefetch(stack_pointer);
    __builtin_prefetch(static_cast<const char*>(stack_pointer) + 64);
#endif
  }
};

// Leaves the running fiber for the one that the block's scheduler names next, and returns when it
// is named itself.
extern "C" void hip_cpu_suspend();

// To be called first on a fiber that runs for the first time.
void fiber_begins();

}  // namespace hip_cpu
