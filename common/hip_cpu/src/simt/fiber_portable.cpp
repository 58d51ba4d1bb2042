// The switch between fibers by swapcontext, announced to AddressSanitizer where that is on.
#include "hip_cpu/simt/fiber.hpp"

#if !HIP_CPU_FIBER_X86_64

#include "hip_cpu/simt/block.hpp"

#if HIP_CPU_ASAN
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace hip_cpu {
namespace {

// An OS thread's own fiber learns its stack when it is first left.
void find_own_stack([[maybe_unused]] Fiber& fiber) {
#if HIP_CPU_ASAN
  if (fiber.stack_bottom) return;
  pthread_attr_t attributes;
  void* bottom = nullptr;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &fiber.stack_size);
  pthread_attr_destroy(&attributes);
  fiber.stack_bottom = bottom;
#endif
}

void switch_fibers(Fiber& from, Fiber& to) {
  if (&from == &to) return;
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

void Fiber::prepare(char* bottom, char* top, void (*entry)()) {
  stack_bottom = bottom;
  stack_size = static_cast<std::size_t>(top - bottom);
  getcontext(&context);
  context.uc_stack.ss_sp = bottom;
  context.uc_stack.ss_size = stack_size;
  context.uc_link = nullptr;
  makecontext(&context, entry, 0);
}

void fiber_begins() {
#if HIP_CPU_ASAN
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
}

extern "C" void hip_cpu_suspend() {
  Fiber& from = current_block->leave();
  switch_fibers(from, current_block->enter_next());
}

}  // namespace hip_cpu

extern "C" void __syncthreads() {
  using namespace hip_cpu;
  Fiber& from = current_block->leave();
  switch_fibers(from, current_block->enter_next_after_barrier());
}

#endif
