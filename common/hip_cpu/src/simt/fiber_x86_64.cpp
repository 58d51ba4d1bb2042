// The switch between fibers on x86-64 (System V ABI).
//
// Both entries save the registers that a call preserves, hand the stack pointer to a function of
// the scheduler (block.cpp), continue on the stack pointer that it returns, and leave by an
// indirect jump: a `ret` would be mispredicted nearly always, because the return address on the new
// stack belongs to another call. At entry the stack is 8 bytes off a 16-byte boundary, after six
// pushes too, hence the adjustment before the call.
#include "hip_cpu/simt/fiber.hpp"

#if HIP_CPU_FIBER_X86_64

#include <cstdint>

asm(R"(
.macro switch_after scheduler
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbx, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r12, 0
  pushq %r13
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r13, 0
  pushq %r14
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r14, 0
  pushq %r15
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r15, 0
  movq %rsp, %rdi
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call \scheduler
  movq %rax, %rsp
  .cfi_adjust_cfa_offset -8
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  .cfi_endproc
  jmp *%rcx
.endm

.text

.p2align 4
.globl __syncthreads
.type __syncthreads, @function
__syncthreads:
  switch_after hip_cpu_next_stack_after_barrier
.size __syncthreads, . - __syncthreads

.p2align 4
.globl hip_cpu_suspend
.hidden hip_cpu_suspend
.type hip_cpu_suspend, @function
hip_cpu_suspend:
  switch_after hip_cpu_next_stack
.size hip_cpu_suspend, . - hip_cpu_suspend
)");

namespace hip_cpu {

void Fiber::prepare(char*, char* top, void (*entry)()) {
  constexpr int saved_registers = 6;
  auto* frame =
      reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15});
  *--frame =
      nullptr;  // the return address of `entry`: none, and the alignment of a called function
  *--frame = reinterpret_cast<void*>(entry);
  for (int i = 0; i < saved_registers; ++i) *--frame = nullptr;
  stack_pointer = frame;
}

void fiber_begins() {}

}  // namespace hip_cpu

#endif
