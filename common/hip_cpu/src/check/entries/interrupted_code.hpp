// The address at which a signal interrupted the code of this OS thread.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace hip_cpu::check {

// The address of the instruction, 0 on a processor that is not known here.
inline std::uintptr_t interrupted_code(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.pc);
#else
  static_cast<void>(context);
  return 0;
#endif
}

}  // namespace hip_cpu::check
