// The switch between fibers on x86-64 (System V ABI).
//
// A suspended thread is the stack pointer after the pushes below: its index, which comes first in
// memory, then the registers that a call preserves, then the address to return to. The switch takes
// the next thread's stack pointer, pops the same, and leaves by an indirect jump: a `ret` would be
// mispredicted nearly always, because the return address on the new stack belongs to another call.
#include "hip_cpu/simt/fiber.hpp"

#if HIP_CPU_FIBER_X86_64

#include <cstddef>
#include <cstdint>

asm(R"(
.macro push_register name
  pushq %\name
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %\name, 0
.endm

.macro pop_register name
  popq %\name
  .cfi_adjust_cfa_offset -8
  .cfi_restore %\name
.endm

# Leaves the offset of threadIdx from %fs in %rcx. Its three words are pushed as four.
.macro push_thread
  .cfi_startproc
  push_register rbp
  push_register rbx
  push_register r12
  push_register r13
  push_register r14
  push_register r15
  movq threadIdx@gottpoff(%rip), %rcx
  movl %fs:8(%rcx), %eax
  pushq %rax
  .cfi_adjust_cfa_offset 8
  pushq %fs:(%rcx)
  .cfi_adjust_cfa_offset 8
.endm

.macro pop_thread_body
  popq %fs:(%rcx)
  .cfi_adjust_cfa_offset -8
  popq %rax
  .cfi_adjust_cfa_offset -8
  movl %eax, %fs:8(%rcx)
  pop_register r15
  pop_register r14
  pop_register r13
  pop_register r12
  pop_register rbx
  pop_register rbp
  popq %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register %rip, %rcx
  jmp *%rcx
.endm

# At entry the stack is 8 bytes off a 16-byte boundary, after eight pushes too, hence the adjustment.
.macro switch_to_chosen
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call hip_cpu_choose
  movq %rax, %rsp
  .cfi_adjust_cfa_offset -8
  movq threadIdx@gottpoff(%rip), %rcx
.endm

.text

.p2align 4
.globl __syncthreads
.type __syncthreads, @function
__syncthreads:
  push_thread
  movq hip_cpu_barrier_queues@gottpoff(%rip), %rdx
  movq %fs:(%rdx), %rdx
  movq (%rdx), %rax          # waiting_end
  movq %rsp, (%rax)
  addq $8, %rax
  movq %rax, (%rdx)
  movq 8(%rdx), %rax         # ready
  cmpq $0, 24(%rdx)          # woken
  jne 1f
  cmpq 16(%rdx), %rax        # ready_end
  je 1f
  movq (%rax), %rsp
  movq 8(%rax), %rsi
  prefetcht0 (%rsi)
  prefetcht0 64(%rsi)
  addq $8, %rax
  movq %rax, 8(%rdx)
2:
  .cfi_remember_state
  pop_thread_body
1:
  .cfi_restore_state
  switch_to_chosen
  jmp 2b
  .cfi_endproc
.size __syncthreads, . - __syncthreads

.p2align 4
.globl hip_cpu_suspend
.hidden hip_cpu_suspend
.type hip_cpu_suspend, @function
hip_cpu_suspend:
  push_thread
  movq %rsp, (%rdi)
  switch_to_chosen
  pop_thread_body
  .cfi_endproc
.size hip_cpu_suspend, . - hip_cpu_suspend
)");

namespace hip_cpu {

// The frame that the assembly pushes, lowest address first.
struct Frame {
  Suspended thread;
  std::uint32_t unused;
  void* saved_registers[6];
  void (*return_address)();
};
static_assert(offsetof(Frame, saved_registers) == 16);
static_assert(offsetof(BarrierQueues, waiting_end) == 0 && offsetof(BarrierQueues, ready) == 8 &&
              offsetof(BarrierQueues, ready_end) == 16 && offsetof(BarrierQueues, woken) == 24);

Suspended* new_fiber(char*, char* top, void (*entry)()) {
  const auto aligned = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
  // A return address of `entry`: none, and the alignment that a called function finds.
  auto* const no_return = reinterpret_cast<void**>(aligned) - 1;
  *no_return = nullptr;
  auto* const frame = reinterpret_cast<Frame*>(no_return) - 1;
  *frame = {};
  frame->return_address = entry;
  return &frame->thread;
}

void fiber_begins() {}

void fiber_was_left() {}

}  // namespace hip_cpu

#endif
