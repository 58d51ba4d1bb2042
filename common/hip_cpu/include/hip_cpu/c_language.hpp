// Macros with which the same text declares HIP's host functions in C and in C++.
#pragma once

#include <stddef.h>

// Before the definition of a function that hands on the result of another one, and has a caller's
// machine code show that (<hip_cpu/checked.hpp> has the switch).
#if defined(__SANITIZE_THREAD__)
#define HIP_CPU_HANDS_ON __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#else
#define HIP_CPU_HANDS_ON
#endif

#ifdef __cplusplus
#define HIP_CPU_BEGIN_C extern "C" {
#define HIP_CPU_END_C }
#define HIP_CPU_OR(value) = value  // after a parameter: its default in C++
#define HIP_CPU_NODISCARD [[nodiscard]]
#else
#define HIP_CPU_BEGIN_C
#define HIP_CPU_END_C
#define HIP_CPU_OR(value)
#define HIP_CPU_NODISCARD
#endif
