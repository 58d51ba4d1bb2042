// The switch between fibers by swapcontext, announced to AddressSanitizer if that is on.
#include "hip_cpu/simt/fiber.hpp"

#if !HIP_CPU_FIBER_X86_64

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <new>

#if HIP_CPU_ASAN
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace hip_cpu {

extern "C" Suspended* hip_cpu_choose();

namespace {

// A fiber at the top of its stack; an OS thread's own has none of ours.
struct Fiber {
  Suspended thread;  // first: the thread that is suspended here
  ucontext_t context;
  const void* stack_bottom = nullptr;
  std::size_t stack_size = 0;
  void* fake_stack = nullptr;  // AddressSanitizer's
};

Fiber& fiber_of(Suspended* thread) { return *reinterpret_cast<Fiber*>(thread); }

thread_local Fiber own;
thread_local Fiber* running = &own;

#if HIP_CPU_ASAN
// An OS thread's own fiber learns its stack when it is first left.
void find_own_stack(Fiber& fiber) {
  if (fiber.stack_bottom) return;
  pthread_attr_t attributes;
  void* bottom = nullptr;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &fiber.stack_size);
  pthread_attr_destroy(&attributes);
  fiber.stack_bottom = bottom;
}
#endif

void switch_fibers(Fiber& from, Fiber& to) {
  if (&from == &to) return;
  running = &to;
#if HIP_CPU_ASAN
  find_own_stack(from);
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack_bottom, to.stack_size);
#endif
  swapcontext(&from.context, &to.context);
#if HIP_CPU_ASAN
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

}  // namespace

Suspended* new_fiber(char* bottom, char* top, void (*entry)()) {
  const auto place = (reinterpret_cast<std::uintptr_t>(top) - sizeof(Fiber)) & ~std::uintptr_t{63};
  auto* const fiber = new (reinterpret_cast<void*>(place)) Fiber;
  fiber->stack_bottom = bottom;
  fiber->stack_size = place - reinterpret_cast<std::uintptr_t>(bottom);
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = bottom;
  fiber->context.uc_stack.ss_size = fiber->stack_size;
  fiber->context.uc_link = nullptr;
#if HIP_CPU_ASAN
  // Other stacks have been there, with frames that no function left in order.
  __asan_unpoison_memory_region(bottom, fiber->stack_size);
#endif
  makecontext(&fiber->context, entry, 0);
  return &fiber->thread;
}

void fiber_begins() {
#if HIP_CPU_ASAN
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
}

void fiber_was_left() {
  if (running == &own) return;
  running = &own;
#if HIP_CPU_ASAN
  __sanitizer_start_switch_fiber(nullptr, own.stack_bottom, own.stack_size);
  __sanitizer_finish_switch_fiber(own.fake_stack, nullptr, nullptr);
  // The jump has also left frames of this stack, the frames below the fiber's entry.
  __asan_unpoison_memory_region(own.stack_bottom, own.stack_size);
#endif
}

extern "C" void hip_cpu_suspend(Suspended** place) {
  Fiber& from = *running;
  from.thread.thread_index = threadIdx;
  *place = &from.thread;
  switch_fibers(from, fiber_of(hip_cpu_choose()));
  threadIdx = running->thread.thread_index;
}

}  // namespace hip_cpu

extern "C" void __syncthreads() {
  hip_cpu::hip_cpu_suspend(hip_cpu::hip_cpu_barrier_queues->waiting_end++);
}

#endif
