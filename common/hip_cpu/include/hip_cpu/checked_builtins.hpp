// g++ makes moves of a copy or fill whose size is a constant, and announces only some of them. In
// checked programs the built-in functions are calls that the checker answers. A constant expression
// keeps the built-in function.
//
// Included before all other headers of a program.
#pragma once

#include <hip_cpu/checked.hpp>

#if HIP_CPU_CHECKED
extern "C" {
void* hip_cpu_checked_memcpy(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept;
void* hip_cpu_checked_memmove(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept;
void* hip_cpu_checked_memset(void* to, int value, __SIZE_TYPE__ bytes) noexcept;
}

#define HIP_CPU_CHECKED_BUILTIN(name, ...)                           \
  (__builtin_is_constant_evaluated() ? __builtin_##name(__VA_ARGS__) \
                                     : hip_cpu_checked_##name(__VA_ARGS__))
#define __builtin_memcpy(...) HIP_CPU_CHECKED_BUILTIN(memcpy, __VA_ARGS__)
#define __builtin_memmove(...) HIP_CPU_CHECKED_BUILTIN(memmove, __VA_ARGS__)
#define __builtin_memset(...) HIP_CPU_CHECKED_BUILTIN(memset, __VA_ARGS__)
#endif
