// Signals of a checked kernel's faults, as findings. The handler runs on a stack of its own and
// leaves the thread that faulted.
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdlib>

#include "hip_cpu/check/entries/interrupted_code.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
struct sigaction before[NSIG];  // the process's own actions at a fault

hip_cpu_finding_kind kind_of(const Machine& machine, int signal, std::uintptr_t address,
                             std::uintptr_t stack_pointer) {
  constexpr std::uintptr_t near = 64 * 1024;
  if (signal == SIGFPE) return HIP_CPU_DIVISION;
  if (signal == SIGILL || signal == SIGABRT) return HIP_CPU_ABORTED;
  const bool on_stack =
      address - (stack_pointer - near) < 2 * near ||
      reinterpret_cast<std::uintptr_t>(machine.current->stack) - address < near * 1024;
  return signal == SIGSEGV && on_stack ? HIP_CPU_STACK_OVERFLOW : HIP_CPU_WILD;
}

// The address after the instruction that faulted, if it is the kernel's; otherwise the begin of the
// basic block that called the faulting code.
const void* code_of(const Machine& machine, const ucontext_t& context) {
  const std::uintptr_t code = interrupted_code(context);
  return machine.launch.module->contains(code) ? reinterpret_cast<const void*>(code + 1)
                                               : machine.launch.last_code;
}

std::uintptr_t stack_pointer_of(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.sp);
#else
  return 0;
#endif
}

void handle(int signal, siginfo_t* info, void* context_pointer) {
  if (probe) probe->stop_thread();
  if (!active) {
    // The fault is not a kernel's: the process ends as it would have.
    sigaction(signal, &before[signal], nullptr);
    raise(signal);
    return;
  }
  CheckedMachine& machine = *active;
  // The thread may have written over its own frames.
  if (machine.current->has_left_types) machine.stop_thread();
  active = nullptr;
  const auto& context = *static_cast<const ucontext_t*>(context_pointer);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const auto kind = kind_of(machine, signal, address, stack_pointer_of(context));
  Report report = report_here(machine, kind, code_of(machine, context));
  if (report.kind == HIP_CPU_WILD) report.address = address;
  machine.findings.add(report);
  machine.stop_thread();
}

// The signal stack of an OS thread. Without memory for it, a fault on a stack's end ends the
// process.
class SignalStack {
 public:
  SignalStack() { set(memory_ == MAP_FAILED ? SS_DISABLE : 0); }
  ~SignalStack() {
    set(SS_DISABLE);
    if (memory_ != MAP_FAILED) munmap(memory_, bytes);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  static constexpr std::size_t bytes = 256 * 1024;

  void set(int flags) const {
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = bytes;
    stack.ss_flags = flags;
    sigaltstack(&stack, nullptr);
  }

  void* memory_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
};

}  // namespace

void give_signal_stack_to_this_thread() {
  thread_local const SignalStack stack;
  static_cast<void>(stack);
}

void catch_faults() {
  struct sigaction action {};
  action.sa_sigaction = handle;
  // The signal is not deferred: the handler does not return, so it would stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : signals) sigaction(signal, &action, &before[signal]);
}

}  // namespace hip_cpu::check
